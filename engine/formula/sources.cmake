set(formula_sources
  formula.cpp
)
