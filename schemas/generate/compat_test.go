package main

import (
	"encoding/json"
	"strings"
	"testing"
)

const committedSchema = `{
  "type": "object",
  "required": ["id", "verdict"],
  "properties": {
    "id": {"type": "string"},
    "verdict": {"type": "string", "enum": ["verified", "contradicted"]},
    "score": {"type": "number"},
    "at": {"type": "string", "format": "date-time"},
    "reason": {"type": ["string", "null"]},
    "pages": {"type": "array", "items": {"type": "integer"}},
    "cycles": {"type": "array", "items": {"type": "object", "required": ["gap"], "properties": {"gap": {"type": "string"}}}},
    "totals": {"type": "object", "additionalProperties": {"type": "integer"}}
  }
}`

func TestCompatibility(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to string // replaced in the committed schema
		problem  string // empty: compatible
	}{
		{"nothing changed", `"id"`, `"id"`, ""},
		{"a property that may be absent", `"id": {"type": "string"}`, `"id": {"type": "string"}, "note": {"type": "string"}`, ""},
		{"a deep property that may be absent", `"gap": {"type": "string"}}`, `"gap": {"type": "string"}, "asked": {"type": "array"}}`, ""},
		{"a wider closed set", `["verified", "contradicted"]`, `["verified", "unverified", "contradicted"]`, ""},
		{"other words", `"score": {"type": "number"}`, `"score": {"type": "number", "description": "from 0 to 1"}`, ""},
		{"types in another order", `["string", "null"]`, `["null", "string"]`, ""},

		{"a removed property", `"score": {"type": "number"},`, ``, "property score is gone"},
		{"a renamed property", `"score"`, `"points"`, "property score is gone"},
		{"a deep removed property", `"properties": {"gap": {"type": "string"}}`, `"properties": {}`, "property gap is gone"},
		{"a retyped property", `"score": {"type": "number"}`, `"score": {"type": "string"}`, "type changed"},
		{"null no longer allowed", `["string", "null"]`, `"string"`, "type changed"},
		{"retyped members", `"items": {"type": "integer"}`, `"items": {"type": "string"}`, "type changed"},
		{"retyped values of a map", `"additionalProperties": {"type": "integer"}`, `"additionalProperties": {"type": "number"}`, "type changed"},
		{"a map that is closed", `"additionalProperties": {"type": "integer"}`, `"additionalProperties": false`, "changed from"},
		{"an object that is closed", `"required": ["id", "verdict"],`, `"required": ["id", "verdict"], "additionalProperties": false,`, "changed from"},
		{"a property that is required now", `["id", "verdict"],`, `["id", "verdict", "score"],`, "score is required now"},
		{"a new property that is required", `["id", "verdict"],
  "properties": {`, `["id", "verdict", "note"],
  "properties": {"note": {"type": "string"},`, "note is required now"},
		{"a property no longer required", `["id", "verdict"],`, `["id"],`, "verdict is no longer required"},
		{"a narrower closed set", `["verified", "contradicted"]`, `["verified"]`, "contradicted is gone"},
		{"a new closed set", `"id": {"type": "string"}`, `"id": {"type": "string", "enum": ["a"]}`, "narrowed to a closed set"},
		{"an opened set", `, "enum": ["verified", "contradicted"]`, ``, "no longer a closed set"},
		{"a new constraint", `"score": {"type": "number"}`, `"score": {"type": "number", "maximum": 1}`, "maximum changed"},
		{"another format", `"format": "date-time"`, `"format": "date"`, "format changed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(committedSchema, c.from) {
				t.Fatalf("the committed schema does not contain %s", c.from)
			}
			var old, next object
			for text, s := range map[string]*object{committedSchema: &old, strings.Replace(committedSchema, c.from, c.to, 1): &next} {
				if err := json.Unmarshal([]byte(text), s); err != nil {
					t.Fatal(err)
				}
			}
			if c.from == c.to {
				next = old
			}
			got := strings.Join(incompatible("payload", old, next), "\n")
			switch {
			case c.problem == "" && got != "":
				t.Errorf("refused: %s", got)
			case c.problem != "" && !strings.Contains(got, c.problem):
				t.Errorf("want a problem with %q, have %q", c.problem, got)
			}
		})
	}
}

func TestVersions(t *testing.T) {
	v1, v2 := "schemas/claim.extracted.v1.schema.json", "schemas/claim.extracted.v2.schema.json"
	old := []byte(`{"type": "object", "properties": {"id": {"type": "string"}}}`)
	next := []byte(`{"type": "object", "properties": {"id": {"type": "integer"}}}`)
	for _, c := range []struct {
		name        string
		base, files map[string][]byte
		problem     string
	}{
		{"first commit", nil, map[string][]byte{v1: old}, ""},
		{"an incompatible change without a new version", map[string][]byte{v1: old}, map[string][]byte{v1: next}, "type changed"},
		{"the same change with a new version", map[string][]byte{v1: old}, map[string][]byte{v2: next}, ""},
		{"a kind that is gone", map[string][]byte{v1: old}, map[string][]byte{}, "no longer exists"},
		{"a version taken back", map[string][]byte{v1: old, v2: next}, map[string][]byte{v1: old}, "no longer exists"},
		{"another file of the folder", map[string][]byte{"schemas/analysis.schema.json": old}, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.Join(breaches(c.base, c.files), "\n")
			if (c.problem == "") != (got == "") || !strings.Contains(got, c.problem) {
				t.Errorf("want a problem with %q, have %q", c.problem, got)
			}
		})
	}
}
