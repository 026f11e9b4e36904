"""Texts of our own for the golden lines of rouge155_golden.txt, and how to lay them out as files."""

from collections.abc import Mapping, Sequence
from pathlib import Path

Texts = Mapping[str, Mapping[str, Sequence[str]]]  # evaluation -> system or reference -> sentences

PEERS: Texts = {
    "1": {
        "B": ["The bridge opened in May.", "Thousands of people crossed it on the first day."],
        "A": ["A new bridge was opened on Tuesday, and thousands walked across.", "It cost 1,250 million."],
    },
    "2": {"A": ["Engineers found cracks - the bridge closed."], "B": ["The bridge is closed; engineers are puzzled."]},
    "10": {"A": ["Repairs began.", "", "  Traffic was re-routed through the old town  "]},
}
MODELS: Texts = {
    "1": {
        "A": ["The new bridge opened to walkers on Tuesday.", "Thousands crossed the river on its first day."],
        "B": ["In May the city opened its bridge.", "The cost rose to 1,250 million crowns."],
    },
    "2": {"A": ["Cracks closed the bridge, engineers said.", "Nobody was hurt in the café below."]},
    "10": {
        "A": ["The repairs of the bridge began in winter."],
        "B": ["Traffic went through the old town.", "Repairs are beginning."],
        "C": ["Shops in the old town complained about the traffic."],
    },
}


def lay_out(folder: Path, text_format: str) -> None:
    """Write settings.xml, list.txt and all texts."""
    for kind, texts in (("peers", PEERS), ("models", MODELS)):
        (folder / kind).mkdir()
        for evaluation, named in texts.items():
            for name, sentences in named.items():
                write(folder / kind / f"{evaluation}.{name}.txt", sentences, text_format)
    evaluations = "".join(evaluation_xml(key, text_format) for key in PEERS)
    (folder / "settings.xml").write_text(f"<ROUGE-EVAL version='1.55'>\n{evaluations}</ROUGE-EVAL>\n")
    (folder / "list.txt").write_text("# system A\n" + "".join(map(list_line, PEERS)))


def evaluation_xml(key: str, text_format: str) -> str:
    peers = "".join(f"<P ID='{name}'>{key}.{name}.txt</P>\n" for name in PEERS[key])
    models = "".join(f"<M ID='{name}'>{key}.{name}.txt</M>\n" for name in MODELS[key])
    return (
        f"<EVAL ID='{key}'>\n<PEER-ROOT>\npeers\n</PEER-ROOT>\n<model-root>models</model-root>\n"
        f"<INPUT-FORMAT TYPE='{text_format}'/>\n<PEERS>\n{peers}</PEERS>\n"
        f"<MODELS>\n{models}</MODELS>\n</EVAL>\n"
    )


def list_line(key: str) -> str:
    return " ".join([f"peers/{key}.A.txt", *(f"models/{key}.{name}.txt" for name in MODELS[key])]) + "\n"


def write(path: Path, sentences: Sequence[str], text_format: str) -> None:
    patterns = {"SPL": "{}", "SEE": '<a name="1">[1]</a> <a href="#1" id=1>{}</a>', "ISI": '<S SNTNO="1">{}</S>'}
    path.write_text("".join(patterns[text_format].format(sentence) + "\n" for sentence in sentences), "utf-8")
