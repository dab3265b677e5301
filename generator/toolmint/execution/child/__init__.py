"""Scripts that the user's interpreter runs. They import no toolmint, and nothing but Python's own library and pydantic.

They have a folder of their own, as a script's folder is where its imports are looked for first.
"""
