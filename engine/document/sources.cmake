set(document_sources
)
