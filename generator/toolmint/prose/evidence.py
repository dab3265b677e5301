"""How much a name that nothing resolves weighs: what speaks against taking it for a mistake."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from toolmint.prose.lexicon import Lexicon
from toolmint.prose.mentions import MOST_PLACES, Mention
from toolmint.prose.tokens import Kind

__all__ = ["is_weak", "strong_first", "unresolved"]


def unresolved(mentions: Sequence[Mention], lexicon: Lexicon, kinds: Collection[Kind]) -> dict[str, list[Mention]]:
    """Gather the mentions of some kinds that mean nothing, by their word.

    What a sentence denies ("there is no `user_id`") is no mistake and left out.
    """
    found: dict[str, list[Mention]] = {}
    for mention in lexicon.unknown(mentions) if mentions else ():
        if mention.kind in kinds:
            places = found.setdefault(mention.token, [])
            if len(places) < MOST_PLACES:
                places.append(mention)
    return found


def is_weak(mention: Mention, lexicon: Lexicon) -> bool:
    """Whether there is another reading of an unknown name, so that a finding about it counts one step less.

    It speaks of a result that no schema states; it is an example; it may be a key of a free-form object; the next
    word says that it is something of another kind.
    """
    if mention.speaks_of_result and not lexicon.states_result:
        return True
    if mention.is_foreign or mention.is_example:
        return True
    if mention.cue == "argument":
        return False
    argument = mention.text.path[0] if mention.text.path and mention.text.role == "argument" else None
    return lexicon.is_free_form(argument)


def strong_first(mentions: Iterable[Mention], lexicon: Lexicon) -> tuple[list[Mention], bool]:
    """Order mentions of one word by weight.

    Returns:
        The mentions, and whether all of them are weak.
    """
    weighed = [(is_weak(one, lexicon), one) for one in mentions]
    ordered = [one for weak, one in weighed if not weak] + [one for weak, one in weighed if weak]
    return ordered, all(weak for weak, _ in weighed)
