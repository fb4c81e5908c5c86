package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// inWords says what is wrong with a payload's JSON without the decoder's own terms: dead letters are read by people who
// know topics and properties, and no Go types.
func inWords(err error) error {
	var wrong *json.UnmarshalTypeError
	var broken *json.SyntaxError
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return fmt.Errorf("it is %s and not %s", value(wrong.Value), noun(wrong.Type))
	case errors.As(err, &wrong):
		return fmt.Errorf("%s is %s and not %s", wrong.Field, value(wrong.Value), noun(wrong.Type))
	case errors.As(err, &broken):
		return fmt.Errorf("it is no JSON from byte %d on: %w", broken.Offset, err)
	}
	return err
}

// value is what stands there, with its article. The decoder says "number 1.5" where a number is of the wrong size.
func value(v string) string {
	switch v {
	case "bool":
		return "true or false"
	case "string":
		return "a text"
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "number":
		return "a number"
	}
	return v
}

// noun is what a Go type is called in JSON.
func noun(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return noun(t.Elem())
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number"
	default:
		return "a number"
	}
}
