"""Predict and Check: a question before a picture, and a question after it."""

from html import escape

import traitlets

from widgets.base import Widget


class Predict(Widget):
    """A choice that the reader makes before a picture opens.

    right is the index of the right choice; why is one or two sentences shown with the verdict.
    opens is the id of the widget that stays closed until the reader commits or skips; a deep link
    to it and printing open it, and without JavaScript or in another document it is never closed.
    chosen can be read back: the index of the reader's choice, -1 before there is one.
    """

    _module = "predict"

    question = traitlets.Unicode().tag(sync=True)
    choices = traitlets.List(traitlets.Unicode()).tag(sync=True)
    right = traitlets.Int().tag(sync=True)
    why = traitlets.Unicode().tag(sync=True)
    opens = traitlets.Unicode("").tag(sync=True)
    chosen = traitlets.Int(-1).tag(sync=True)

    def __init__(self, question, choices, right, why, opens="", **state):
        if not 2 <= len(choices) <= 5:
            raise ValueError(f"Predict takes 2 to 5 choices, not {len(choices)}.")
        if not 0 <= right < len(choices):
            raise ValueError(f"right counts from 0 to {len(choices) - 1}; {right} is no choice.")
        super().__init__(
            question=question, choices=list(choices), right=right, why=why, opens=opens, **state
        )

    def fallback_html(self) -> str:
        rows = "".join(f"<li>{escape(choice)}</li>" for choice in self.choices)
        answer = f"{escape(self.choices[self.right])}. {escape(self.why)}"
        body = f"<ol>{rows}</ol>{_folded('Answer', answer)}"
        return _block("lp-predict", "Predict first", self.question, body)


class Check(Widget):
    """A question whose answer is one number.

    tolerance is relative (0.03 accepts 3 % either way; absolute where the answer is 0). hint_low is
    shown for an answer that is too low, hint_high for one too high; worked is the folded answer.
    entered can be read back: what the reader last tried.
    """

    _module = "check"

    question = traitlets.Unicode().tag(sync=True)
    answer = traitlets.Float().tag(sync=True)
    unit = traitlets.Unicode("").tag(sync=True)
    tolerance = traitlets.Float(0.03).tag(sync=True)
    hint_low = traitlets.Unicode("").tag(sync=True)
    hint_high = traitlets.Unicode("").tag(sync=True)
    worked = traitlets.Unicode("").tag(sync=True)
    entered = traitlets.Unicode("").tag(sync=True)

    def __init__(self, question, answer, unit, **state):
        super().__init__(question=question, answer=answer, unit=unit, **state)

    @traitlets.validate("tolerance")
    def _check_tolerance(self, proposal):
        if not 0 <= proposal["value"] < 1:
            raise traitlets.TraitError(f"tolerance is a share below 1, not {proposal['value']}.")
        return proposal["value"]

    def fallback_html(self) -> str:
        body = _folded("Worked answer", f"<pre>{escape(self.worked)}</pre>")
        return _block("lp-check", "Check yourself", f"{self.question} ({self.unit})", body)


def _block(cls: str, kicker: str, question: str, body: str) -> str:
    return (
        f'<div class="lp {cls}" role="group" aria-label="{kicker}"><p class="lp-kicker">{kicker}</p>'
        f'<p class="lp-question">{escape(question)}</p>{body}</div>'
    )


def _folded(title: str, body: str) -> str:
    return f"<details><summary>{title}</summary><div>{body}</div></details>"
