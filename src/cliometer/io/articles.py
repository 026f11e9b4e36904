"""Dated articles as people have them: JSON lines, tables, folders of texts, web pages and TimeML, packed or not.

A topic is a file with an article on each line (`<topic>.jsonl`, `<topic>.csv`) or in a list (`<topic>.json`), or a
folder with one in each file. One file may hold several topics, where each article names its own. The layouts of
news-tls (`<topic>/articles.jsonl`) and tilse (`<topic>/InputDocs/2011-02-14/1.txt`) are read as well.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from glob import escape
from html.parser import HTMLParser
from os import PathLike
from pathlib import Path

from cliometer.errors import FormatError, InputError, remedy
from cliometer.io.csv_tables import DELIMITERS, column_key, csv_rows, expect_width, header, other_columns, role_columns
from cliometer.io.input_form import STANDARD_INPUT, SYNONYMS, current_form
from cliometer.io.json_values import JsonNode, JsonObjectNode
from cliometer.io.layouts import Tree, find_tree, lenient
from cliometer.io.lines import Notebook, expect_date, find_date, first_line
from cliometer.io.stories import StoryFile, iso_stamp, objects_of, story_files
from cliometer.io.text_files import (
    ABOUT,
    existing,
    files_below,
    folder_entries,
    has_ending,
    raw_lines,
    read_bare_text,
    read_start,
    topic_files,
    unpacked,
)
from cliometer.io.timeml import read_timeml
from cliometer.model.documents import Article
from cliometer.model.notes import Note
from cliometer.model.when import When, parse_when
from cliometer.spelling import many, quoted
from cliometer.text.annotate.sentences import split_sentences

Corpus = dict[str, tuple[Article, ...]]
_LINES, _TABLES, _PAGES = (".jsonl", ".ndjson"), (".csv", ".tsv"), (".html", ".htm", ".xhtml")
_ARRAYS = (".json",)
_MARKED = (".tml", ".timeml", ".xml")  # a.txt.timeml beside a.txt has the marks of the same article
_DOCUMENTS = (".txt", ".text", ".cont", *_MARKED, *_PAGES)
_ENDINGS = (*_LINES, *_ARRAYS, *_TABLES, *_DOCUMENTS)
_NEWSTLS = ("articles.preprocessed.jsonl", "articles.jsonl")  # the sentences of the first are cut already
_INNER = ("inputdocs", "articles", "documents", "docs")  # folders of articles beside one of timelines
_NOT_ARTICLES = (*ABOUT, "timelines", "keywords")
_SYNONYMS = SYNONYMS["articles"]
_EXAMPLE = '{"id": "bp-1", "date": "2010-05-27", "title": "...", "text": "..."}'
_WANTED = "articles; expected <topic>.jsonl, <topic>.csv, or folders <topic> with a text file for each article"
_MOST_ALIKE = 3  # notes on files of a topic
_HEAD = 4096  # bytes in which a file shows its kind


@dataclass(frozen=True, slots=True)
class ArticleText:
    """An article as its file has it: a text, or sentences where they are cut already."""

    id: str
    date: When
    title: str
    text: str
    sentences: tuple[str, ...] | None = None
    topic: str = ""

    @property
    def article(self) -> Article:
        """The article, cut into sentences without line breaks."""
        if (cut := self.sentences) is None:
            cut = tuple(" ".join(sentence.text.split()) for sentence in split_sentences(self.text))
        return Article(self.id, self.date, cut, self.title)


@dataclass
class CorpusFiles:
    """The files of each topic; its articles are read one after the other, so that a large file needs little memory."""

    root: Path
    topics: Mapping[str, Sequence[Path]]
    notes: list[str] = field(default_factory=list)
    is_divided: bool = False  # whether the articles of each file name their topics
    tree: Tree | None = None

    @classmethod
    def find(cls, path: str | PathLike[str]) -> CorpusFiles:
        """Return the topics of a folder, of the folder of one topic, or of a file."""
        root, skipped = Path(path), list[Path]()
        if files := story_files(existing(root)):
            stories = (story for file in files for _, story in file.stories())
            named = dict.fromkeys(story.topic for story in stories if any(True for _ in story.articles))
            if not named:
                raise InputError("holds-none", root, wanted=_WANTED)
            return cls(root, dict.fromkeys(named, tuple(file.path for file in files)), is_divided=True)
        if (tree := find_tree(root)) is not None and tree.layout.articles:
            notes: list[str] = [*tree.notes]
            found = {topic: _tree_files(tree, topic, notes) for topic in tree.folders}
            return cls(root, {topic: each for topic, each in found.items() if each}, notes, tree=tree)
        folders = [entry for entry in folder_entries(root) if entry.is_dir()] if root.is_dir() else []
        homes = {each.parent for each in tree.folders.values()} if tree else set(filter(story_files, folders))
        if len(homes) == 1 and root in (home := homes.pop()).parents:  # such as the folder data of a repository
            corpus = cls.find(home)
            others = [each for each in folders if each not in (home, *home.parents) and _documents(each, [])]
            return replace(corpus, notes=[*corpus.notes, *map(_unread, others)])
        if root.is_dir() and _is_topic(root):
            topics: Mapping[str, Sequence[Path]] = {root.resolve().name: _documents(root, skipped)}
        else:
            topics, others = topic_files(root, _ENDINGS, lambda entry: _documents(entry, skipped))
            skipped += others
            if by_name := _named_topics(root):
                return cls(root, dict.fromkeys(by_name, (root,)), is_divided=True)
        if not any(topics.values()):
            for table in files_below(root, *_TABLES):
                next(_table_articles(table, Notebook(table)), None)  # says which columns it has, and which are wanted
            raise InputError("holds-none", root, wanted=_WANTED)
        return cls(root, topics, [*map(_unread, skipped)])

    def articles(self, topic: str) -> Iterator[ArticleText]:
        """Yield the articles of a topic in the order of the files, with notes; two with one id are refused."""
        articles = self._read(topic, self.topics[topic])
        return (article for article in articles if article.topic == topic) if self.is_divided else articles

    def corpus(self) -> Corpus:
        """Return all articles, those of each topic by date, then in the order of the files; each file is read once."""
        articles: dict[str, list[Article]] = {topic: [] for topic in self.topics}
        for topic, text in self.texts():
            articles[topic].append(text.article)
        return {topic: tuple(sorted(texts, key=lambda article: article.date)) for topic, texts in articles.items()}

    def texts(self) -> Iterator[tuple[str, ArticleText]]:
        """Yield the articles of all topics in the order of the files, each with its topic; each file is read once."""
        for topic, files in list(self.topics.items())[: 1 if self.is_divided else None]:
            for text in self._read(topic, files):
                yield (text.topic if self.is_divided else topic), text

    def _read(self, topic: str, files: Sequence[Path]) -> Iterator[ArticleText]:
        seen: dict[tuple[str, str], str] = {}
        alike: dict[str, list[str]] = {}
        folder = self.root / topic if (self.root / topic).is_dir() else self.root
        folder = self.tree.home(topic) if self.tree else folder
        for file in files:
            notebook, is_empty, is_other = Notebook(file), True, False
            reader = _story_articles if self.is_divided and StoryFile.of(file) else _reader(file)
            for line, article in self._tree_articles(file, notebook, folder) if self.tree else reader(file, notebook):
                place = str(file) if line is None else f"{file}:{line}"
                article = article if article.id else replace(article, id=_name(file, folder))
                key = article.topic * self.is_divided, article.id
                if key in seen:
                    raise FormatError("article-repeated", file, line, article=quoted(article.id), seen=seen[key])
                seen[key], is_empty = place, False
                is_other = is_other or article.topic not in ("", topic)
                if not article.text.strip():
                    notebook.add(line, "an article without text was kept")
                yield article
            if is_other and not self.is_divided:
                notebook.add(None, Note.of("topics-not-used"))
            if is_empty:
                notebook.add(None, Note.of("file-without-articles"))
            for note in notebook.notes:
                alike.setdefault(note.removeprefix(str(file)), []).append(note)
        for notes in alike.values():
            many = len(notes) > _MOST_ALIKE
            self.notes += [f"{notes[0]} (and {len(notes) - 1} more files)"] if many else notes

    def _tree_articles(self, file: Path, notebook: Notebook, folder: Path) -> Iterator[NumberedArticle]:
        """Yield the articles of a file in a tree as distributed; ids, days and titles may stand in other places."""
        fallback: list[Note] = []
        with lenient(fallback):
            articles = list(_tree_article(file, notebook, _name(file, folder)))
            title = _headline(file, folder, folder.parent / Path(self.tree.layout.titles).name) if self.tree else ""
        self.notes += fallback
        return ((line, replace(article, title=article.title or title)) for line, article in articles)


def read_corpus(path: str | PathLike[str]) -> tuple[Corpus, tuple[str, ...]]:
    """Read topics and their articles, by date, then in the order of the files; and notes on what was forgiven."""
    files = CorpusFiles.find(path)
    return files.corpus(), tuple(files.notes)


def _named_topics(file: Path) -> list[str]:
    """Return the topics that the articles of one file name, in their order; none where it holds one topic."""
    if file.is_dir() or _reader(file) not in (_json_articles, _table_articles):
        return []
    topics: dict[str, None] = {}
    for number, (line, article) in enumerate(_reader(file)(file, Notebook(file))):
        if not article.topic and not number:
            return []
        if not article.topic:
            raise FormatError("article-without-topic", file, line)
        if re.search(r"[/\\\0]|^\.", article.topic):
            raise FormatError("topic-name-unusable", file, line, topic=quoted(article.topic))
        topics[article.topic] = None
    return list(topics)


def _is_topic(folder: Path) -> bool:
    """Return whether a folder is a topic of its own: it holds texts or folders of days, and no tables of articles."""
    entries = folder_entries(folder)
    if any(unpacked(entry).name in _NEWSTLS for entry in entries):
        return True
    if any(entry.is_dir() and (entry.name.casefold() == _INNER[0] or _named_day(entry.name)) for entry in entries):
        return True
    documents = (entry for entry in entries if entry.is_file() and has_ending(entry, *_DOCUMENTS))
    others = (entry for entry in entries if entry.is_dir() or has_ending(entry, *_LINES, *_TABLES))
    return not all(map(_is_about, documents)) and not any(others)


def _unread(entry: Path) -> Note:
    return Note.of("file-skipped", file=entry, reason="no article was read from it")


def _is_about(file: Path) -> bool:
    return unpacked(file).name.lower().partition(".")[0] in _NOT_ARTICLES


def _tree_files(tree: Tree, topic: str, notes: list[str]) -> list[Path]:
    """Return the files of articles of a topic; folders beside those of days are skipped with a note."""
    files = tree.files(topic, tree.layout.articles)
    folders = Counter(file.parent for file in files if file.parent.parent == tree.home(topic))
    has_days = "**" in tree.layout.articles
    bad = {folder: count for folder, count in folders.items() if has_days and not _folder_day(folder)}
    notes += [
        Note.of("day-folder-unreadable", folder=folder, files=many(count, "file")) for folder, count in bad.items()
    ]
    return [file for file in files if file.parent not in bad]


def _folder_day(folder: Path) -> When | None:
    """Return the day that a folder is named after, also with single digits."""
    spelled = find_date(folder.name)
    return _named_day(folder.name) or (spelled.when if spelled and spelled.when.precision == "day" else None)


def _tree_article(file: Path, notebook: Notebook, name: str) -> Iterator[NumberedArticle]:
    """Yield the article of a text, or the articles of JSON, which may have no ids and no dates."""
    if not _start(file).startswith(("{", "[")):
        yield from _reader(file)(file, notebook)
        return
    day = _day_of_file(file, notebook)
    nodes = [node.as_object("an article", such=_EXAMPLE) for node in objects_of(raw_lines(file), notebook)]
    for number, node in enumerate(nodes, 1):
        given = {"id": f"{name}-{number}" if len(nodes) > 1 else name, **({"date": str(day)} if day else {})}
        yield None, _object_article(node.holding({**given, **node.members}))


def _headline(file: Path, folder: Path, titles: Path) -> str:
    """Return the first line of the headline of an article, which stands in a tree like that of the articles."""
    home = titles / file.parent.relative_to(folder)
    files = home.glob(f"{escape(file.name.partition('.')[0])}.*") if home.is_dir() and titles != folder.parent else ()
    return next((first_line(read_bare_text(each)) for each in files), "")


def _documents(entry: Path, skipped: list[Path]) -> list[Path]:
    """Return a file with an article on each line; of a folder, the files of its articles."""
    if not entry.is_dir():
        is_table = has_ending(entry, *_TABLES) and _delimiter(entry) is not None
        is_list = has_ending(entry, *_ARRAYS) and not _is_about(entry) and _start(entry).startswith("[")
        return [entry] * (is_table or is_list or has_ending(entry, *_LINES))
    entries = folder_entries(entry)
    for name in _NEWSTLS:
        if chosen := [file for file in entries if unpacked(file).name == name]:
            skipped += [file for file in entries if file not in chosen and not _is_about(file)]
            return chosen
    inner = next((folder for folder in entries if folder.is_dir() and folder.name.casefold() in _INNER), entry)
    files = [file for file in files_below(inner) if not _is_about(file) and not _is_about(file.parent)]
    chosen = [file for file in files if has_ending(file, *_ENDINGS)]
    chosen = [file for file in chosen if not (has_ending(file, *_MARKED) and unpacked(file).with_suffix("") in files)]
    skipped += [file for file in files if chosen and file not in chosen]
    return chosen


NumberedArticle = tuple[int | None, ArticleText]


def _reader(file: Path) -> Callable[[Path, Notebook], Iterator[NumberedArticle]]:
    """Return the reader of the kind that a file shows by its ending, or else by how it starts."""
    head = _start(file).lower()
    is_list = head.startswith("[") and not has_ending(file, *_DOCUMENTS)
    if has_ending(file, *_LINES) or ((is_list or head.startswith("{")) and not has_ending(file, *_TABLES)):
        return _json_articles
    if has_ending(file, *_TABLES) or (file == STANDARD_INPUT and _delimiter(file) is not None):
        return _table_articles
    if "<timeml" in head:
        return _timeml_article
    if has_ending(file, *_PAGES) or "<html" in head or head.startswith("<!doctype html"):
        return _page_article
    return _plain_article


def _start(file: Path) -> str:
    """Return how a file starts, in the encoding of the form of input where that is no kind of ASCII."""
    form, head = current_form(), read_start(file, _HEAD)
    wide = head.decode(form.encoding or "utf-8", "replace").lstrip("\ufeff \t\r\n") if form.is_wide else ""
    return wide or head.decode("utf-8", "replace")


def _json_articles(file: Path, notebook: Notebook) -> Iterator[NumberedArticle]:
    """Yield the articles that stand one a line, or in a list, whose members have no line."""
    for node in objects_of(raw_lines(file), notebook):
        article = replace(node, line=None if node.place else node.line).as_object("an article", such=_EXAMPLE)
        yield article.line, _object_article(article)


def _story_articles(file: Path, notebook: Notebook) -> Iterator[NumberedArticle]:
    """Yield the articles of stories, numbered where they have no ids."""
    if stories := StoryFile.of(file, notebook=notebook):
        for number, (line, story) in enumerate(stories.stories(), 1):
            for place, node in enumerate(story.articles, 1):
                members = {"id": f"{line or number}-{place}"} | {k: v for k, v in node.members.items() if v is not None}
                yield line, replace(_object_article(node.holding(members)), topic=story.topic)


def _object_article(node: JsonObjectNode) -> ArticleText:
    keys = role_columns([key for key in node.members if node.has(key)], _SYNONYMS)
    id = node.at(keys.get("id", "id"))
    if "date" not in keys:
        raise node.fail("article-undated")
    date = iso_stamp(node.at(keys["date"]))
    when = _compact_day(date.value) or date.as_date()
    text = node.maybe_text(keys["text"]) if "text" in keys else None
    sentences = tuple(_sentence(item, text) for item in node.items("sentences")) if node.has("sentences") else None
    if text is None and sentences is None:
        raise node.fail("article-without-text")
    name = str(id.value) if type(id.value) is int else id.read(str)
    title = node.maybe_text(keys["title"]) if "title" in keys else None
    whole = "\n\n".join(sentences or ()) if text is None else text
    topic = node.at(keys["topic"]).read(str).strip() if "topic" in keys else ""
    return ArticleText(name, when, title or "", whole, sentences, topic)


def _sentence(node: JsonNode, text: str | None) -> str:
    """Return a sentence: a text, `{"raw": ...}` as in news-tls, or `{"start", "end"}` as `annotate` writes it."""
    if not isinstance(node.value, dict):
        return node.read(str)
    members = node.as_object("a sentence")
    if members.has("raw") or text is None:
        return members.text("raw")
    return text[members.whole("start") : members.whole("end")]


def _delimiter(file: Path) -> str | None:
    """Return the delimiter under which the header of a table names a date and a text; None where there is none."""
    head = _start(file)
    cuts = (mark for mark in DELIMITERS if {"date", "text"} <= set(role_columns(header(head, mark), _SYNONYMS)))
    return next(cuts, None)


def _table_articles(file: Path, notebook: Notebook) -> Iterator[NumberedArticle]:
    if (delimiter := _delimiter(file)) is None:
        head = quoted(first_line(_start(file)))
        raise FormatError("article-columns-expected", file, 1, head=head)
    rows = csv_rows(raw_lines(file), file, delimiter)
    names = [cell.strip() for _, cells in [next(rows)] for cell in cells]
    columns = role_columns(names, _SYNONYMS)
    if left := other_columns(names, columns.values()):
        notebook.add(1, left)
    if "id" not in columns:
        notebook.add(1, "there is no column of ids; each article has its line as its id")
    for line, row in rows:
        expect_width(row, len(names), file, line)
        cells = {column_key(role): row[names.index(column)].strip() for role, column in columns.items()}
        when = _compact_day(cells["date"]) or expect_date(cells["date"], notebook, line, columns["date"])
        if not cells.setdefault("id", str(line)):
            raise FormatError("cell-empty", file, line, column=columns["id"])
        yield line, ArticleText(cells["id"], when, cells.get("title", ""), cells["text"], topic=cells.get("topic", ""))


# The day of an article that fills a file: what its metadata say, the folder of a day, the name, or the first line.

_DAY_IN_NAME = re.compile(r"(?<!\d)(\d{4})([-_.]?)(\d\d)\2(\d\d)(?!\d)")
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T\d{4}(?:\d\d)?Z?)?", re.ASCII)  # 20030404T000000
_LABEL = re.compile(r"\W*(?:(?:date|published|posted|updated)\b(?: on\b)?\W*)?", re.IGNORECASE)
_LONGEST_DAY = 64
_NEXT_ENTRY = re.compile(r"^-{9,}\s+\d{4}-\d\d-\d\d$", re.MULTILINE)  # of a timeline


def _day(*parts: str) -> When | None:
    try:
        return parse_when("-".join(parts))
    except InputError:
        return None


def _compact_day(value: object) -> When | None:
    match = _COMPACT.fullmatch(value.strip()) if isinstance(value, str) and current_form().date_format is None else None
    return _day(*match.groups()) if match else None


def _named_day(name: str) -> When | None:
    """Return the day that a name holds: `2011-02-14_reuters.txt`, `20110214.html`."""
    days = (_day(match[1], match[3], match[4]) for match in _DAY_IN_NAME.finditer(name))
    return next((day for day in days if day is not None), None)


def _spelled_day(text: str) -> When | None:
    """Return the day that a whole text spells: `2011-02-14`, `Published: Monday, February 14, 2011`."""
    bare = _LABEL.sub("", text.strip(), count=1).strip(" .|[]()")
    if not bare or len(bare) > _LONGEST_DAY or not re.search(r"\d", bare):
        return None
    if date_match := find_date(bare):
        return date_match.when
    if when := _compact_day(bare):
        return when
    from cliometer.text.annotate import annotate  # reads its word lists

    times = annotate(bare, events=False).times
    rest = bare
    for time in times:
        rest = rest.replace(time.text, "")
    days = {time.value[:10] for time in times if re.match(r"\d{4}-\d\d-\d\d", time.value)}
    return _day(*days.pop().split("-")) if len(days) == 1 and not re.search(r"\w{4}", rest) else None


def _day_of_file(file: Path, notebook: Notebook) -> When | None:
    """Return the day that the folder of a file is named after, or the file."""
    folder, named = _folder_day(file.parent), _named_day(file.name)
    if folder and named and folder != named:
        notebook.add(None, Note.of("folder-date-believed", folder=folder, values=named))
    return folder or named


def _undated(file: Path, line: int | None, place: str, remedy: str) -> FormatError:
    name = unpacked(file)
    return FormatError("article-without-date", file, line, found=place, name=name.stem, suffix=name.suffix, hint=remedy)


def _name(file: Path, folder: Path) -> str:
    """Return the id of an article that fills a file: its path in the folder of the topic, without its ending."""
    parts = file.relative_to(folder).parts if folder.is_dir() else (file.name,)
    outer = parts[1:-1] if parts[0].casefold() in _INNER else parts[:-1]
    return "/".join((*outer, unpacked(file).stem))


def _plain_article(file: Path, notebook: Notebook) -> Iterator[NumberedArticle]:
    text = read_bare_text(file)
    if not text.strip():
        return
    when, head = _day_of_file(file, notebook), first_line(text)
    spelled = _spelled_day(head)
    if when is None and spelled is None:
        raise _undated(file, 1, f", whose first line is {quoted(head)}", "write the date alone on the first line")
    if spelled is not None and when in (None, spelled):
        text = text.lstrip()[len(head) :]
    if _NEXT_ENTRY.search(text):
        notebook.add(None, Note.of("timeline-as-article"))
    yield None, ArticleText("", when or spelled or When.of("0001"), "", text.strip())


def _timeml_article(file: Path, notebook: Notebook) -> Iterator[NumberedArticle]:
    document = read_timeml(file)
    when = _compact_day(document.date) or _spelled_day(document.date) or _day_of_file(file, notebook)
    if when is None:
        raise _undated(file, None, "", "add its document creation time (DCT)")
    cut = tuple(" ".join(sentence.text.split()) for sentence in document.sentences)
    yield None, ArticleText(document.id, when, document.title, document.text, cut)


_DATES = (  # metadata of a page, the first that it has counts
    "article:published_time", "datepublished", "og:published_time", "dcterms.issued", "dcterms.created",
    "dc.date.issued", "dc.date", "dcterms.date", "date", "pubdate", "publishdate", "publish_date", "publication_date",
    "parsely-pub-date", "sailthru.date", "time",
)  # fmt: skip
_LINKED = re.compile(r'"datePublished"\s*:\s*"([^"]+)"')
_HIDDEN = ("script", "style", "noscript", "nav", "footer", "aside", "form")
_BLOCKS = ("p", "div", "h1", "h2", "h3", "li", "td", "section", "article", "blockquote", "br", "body")


def _page_article(file: Path, notebook: Notebook) -> Iterator[NumberedArticle]:
    content = read_bare_text(file)
    page = _Page(content)
    stated = (page.dates[key] for key in _DATES if key in page.dates)
    when = next((day for value in stated if (day := _spelled_day(value))), None) or _day_of_file(file, notebook)
    if when is None:
        raise _undated(file, None, "", 'add <meta property="article:published_time" content="2011-02-14">')
    text, reason = page_text(content, page)
    if reason:
        notebook.add(None, reason)
    yield None, ArticleText("", when, page.title, text)


def page_text(content: str, page: _Page | None = None) -> tuple[str, str]:
    """Return the text of the article in a web page, and why it is that of all paragraphs, where it is."""
    try:
        extract = importlib.import_module("trafilatura").extract
        text = extract(content, include_comments=False, include_tables=False)
        reason = "trafilatura found no article in it"
    except ImportError:
        text, reason = None, f"for that of the article alone, {remedy('html')}"
    if text is not None:
        return text, ""
    return (page or _Page(content)).text, f"the text is that of all paragraphs of the page; {reason}"


class _Page(HTMLParser):
    """The dates in the metadata of a web page, its title, and its paragraphs."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.dates: dict[str, str] = {}
        self.title = ""
        self._hidden: list[str] = []
        self._inside = ""
        self._paragraphs: list[str] = []
        self._others: list[str] = []
        if linked := _LINKED.search(content):
            self.dates["datepublished"] = linked[1]
        self.feed(content)
        self.close()

    @property
    def text(self) -> str:
        """The paragraphs; where the page marks none, all that it shows."""
        marked, others = ([" ".join(text.split()) for text in texts] for texts in (self._paragraphs, self._others))
        return "\n\n".join(filter(None, marked)) or "\n".join(others).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        key = (given.get("property") or given.get("itemprop") or given.get("name") or "").lower()
        value = given.get("content") or given.get("datetime") or ""
        if value and key in _DATES:
            self.dates.setdefault(key, value)
        elif value and tag == "time":
            self.dates.setdefault("time", value)
        if key == "og:title" and value:
            self.title = value
        if tag in _HIDDEN:
            self._hidden.append(tag)
        if tag in _BLOCKS or tag == "title":
            self._inside = tag
            (self._paragraphs if tag == "p" else self._others).append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._hidden:
            del self._hidden[self._hidden.index(tag) :]
        if tag in _BLOCKS or tag == "title":
            self._inside = ""
            self._others.append("")

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.title = self.title or " ".join(data.split())
        elif not self._hidden:
            pieces = self._paragraphs if self._inside == "p" else self._others
            pieces[-1:] = [(pieces[-1] if pieces else "") + data]
