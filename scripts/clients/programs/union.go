package main

import (
	"encoding/json"
	"log"
	"reflect"
)

// read parses a union, checks the type that its discriminator names, and writes it unchanged.
func read(what, text string, variant interface{}, union json.Unmarshaler, value func() (interface{}, error)) {
	check(union.UnmarshalJSON([]byte(text)))
	found, err := value()
	check(err)
	if reflect.TypeOf(found) != reflect.TypeOf(variant) {
		log.Fatalf("%s is a %T", what, found)
	}
	written, err := json.Marshal(union)
	check(err)
	var before, after interface{}
	check(json.Unmarshal([]byte(text), &before))
	check(json.Unmarshal(written, &after))
	if !reflect.DeepEqual(before, after) {
		log.Fatalf("%s becomes %s", what, written)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
