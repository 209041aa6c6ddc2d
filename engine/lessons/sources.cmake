set(lessons_sources
  lesson.cpp
  lesson_schema.cpp
)
