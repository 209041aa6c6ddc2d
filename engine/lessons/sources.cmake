set(lessons_sources
  lesson.cpp
)
