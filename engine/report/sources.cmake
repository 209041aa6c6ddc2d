set(report_sources
)
