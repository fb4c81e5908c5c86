package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
)

// The keywords that restrict a value and are compared as they stand.
var constraints = []string{
	"const", "format", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
	"minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
	"contentEncoding", "contentMediaType",
}

// incompatible says how next breaks what readers and writers of old rely on. Allowed are: a new
// property that is not required, another value in a closed set, and other words.
func incompatible(path string, old, next object) []string {
	var out []string
	report := func(format string, args ...any) { out = append(out, path+": "+fmt.Sprintf(format, args...)) }

	if was, is := typesOf(old), typesOf(next); !slices.Equal(was, is) {
		report("type changed from %v to %v", was, is)
	}
	for _, c := range constraints {
		if !reflect.DeepEqual(old[c], next[c]) {
			report("%s changed from %v to %v", c, old[c], next[c])
		}
	}
	oldSet, wasClosed := old["enum"].([]any)
	nextSet, isClosed := next["enum"].([]any)
	switch {
	case isClosed && !wasClosed:
		report("narrowed to a closed set")
	case isClosed:
		for _, v := range oldSet {
			if !slices.Contains(nextSet, v) {
				report("value %v is gone from the closed set", v)
			}
		}
	case wasClosed:
		report("is no longer a closed set")
	}

	oldRequired, nextRequired := names(old["required"]), names(next["required"])
	for _, n := range nextRequired {
		if !slices.Contains(oldRequired, n) {
			report("%s is required now, but what was written before lacks it", n)
		}
	}
	for _, n := range oldRequired {
		if !slices.Contains(nextRequired, n) {
			report("%s is no longer required, but readers rely on it", n)
		}
	}

	oldProperties, _ := old["properties"].(object)
	nextProperties, _ := next["properties"].(object)
	for _, n := range slices.Sorted(maps.Keys(oldProperties)) {
		was, _ := oldProperties[n].(object)
		is, there := nextProperties[n].(object)
		if !there {
			report("property %s is gone", n)
			continue
		}
		out = append(out, incompatible(path+"."+n, was, is)...)
	}
	out = append(out, within(path+"[]", old["items"], next["items"])...)
	out = append(out, within(path+"{}", old["additionalProperties"], next["additionalProperties"])...)
	return out
}

// within compares the schemas of members that have no name. A schema may also be true, false or absent.
func within(path string, old, next any) []string {
	was, wasObject := old.(object)
	is, isObject := next.(object)
	if wasObject && isObject {
		return incompatible(path, was, is)
	}
	if !reflect.DeepEqual(old, next) {
		return []string{fmt.Sprintf("%s: changed from %v to %v", path, old, next)}
	}
	return nil
}

func typesOf(s object) []string {
	if t, one := s["type"].(string); one {
		return []string{t}
	}
	return slices.Sorted(slices.Values(names(s["type"])))
}

func names(v any) []string {
	list, _ := v.([]any)
	out := make([]string, 0, len(list))
	for _, e := range list {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

var schemaFile = regexp.MustCompile(`^schemas/(.+)\.v(\d+)\.schema\.json$`)

// breaches compares the generated files with the committed ones. The file of an older version stays
// as it is; a kind without any version left is gone.
func breaches(base, files map[string][]byte) []string {
	newest := map[string]int{}
	for path := range files {
		if m := schemaFile.FindStringSubmatch(path); m != nil {
			n, _ := strconv.Atoi(m[2])
			newest[m[1]] = max(newest[m[1]], n)
		}
	}
	var out []string
	for _, path := range slices.Sorted(maps.Keys(base)) {
		m := schemaFile.FindStringSubmatch(path)
		if m == nil {
			continue
		}
		next, generated := files[path]
		version, _ := strconv.Atoi(m[2])
		switch {
		case generated:
			out = append(out, comparison(path, base[path], next)...)
		case newest[m[1]] <= version:
			out = append(out, path+": this kind or version no longer exists")
		}
	}
	return out
}

func comparison(path string, old, next []byte) []string {
	var was, is object
	if err := json.Unmarshal(old, &was); err != nil {
		return []string{fmt.Sprintf("%s: reading the committed schema: %v", path, err)}
	}
	if err := json.Unmarshal(next, &is); err != nil {
		return []string{fmt.Sprintf("%s: reading the generated schema: %v", path, err)}
	}
	return incompatible(path, was, is)
}
