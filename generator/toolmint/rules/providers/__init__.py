"""PR: what clients and providers do to names and headers, which no list of tools shows.

Names, keys, keywords and sizes against each dialect's limits are the lowering's findings (PT-01 to PT-03), and what is
read is judged by NM-01 and NM-05: docs/decisions/0009-portability-is-told-where-lists-are-printed.md.
"""
