"""Reads each value as what holds its union, which has to become the type that its field names, and writes it as it was."""

import importlib
import json
import re
import sys

import attrs

models = importlib.import_module(f"{sys.argv[1]}.models")
classes = {name.lower(): each for name, each in vars(models).items() if isinstance(each, type)}


def plain(value):
    return re.sub(r"(\d\d:\d\d:\d\d)\+00:00", r"\1Z", json.dumps(value, sort_keys=True))


def fields(read):
    for value in attrs.asdict(read, recurse=False).values():
        yield from value if isinstance(value, list) else [value]


for sample in json.load(open("samples.json", encoding="utf-8")):
    if "holder" not in sample:
        continue
    holder, what = sample["holder"], f"{sample['union']} {sample['kind']}"
    read = classes[holder["name"].lower()].from_dict(json.loads(json.dumps(holder["value"])))
    leaves = {name.lower() for name in sample["leaves"]}
    assert any(type(field).__name__.lower() in leaves for field in fields(read)), f"{what} is not read as what it is"
    assert plain(read.to_dict()) == plain(holder["value"]), f"{what} becomes {read.to_dict()}"
