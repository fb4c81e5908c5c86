package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/sibyl-project/sibyl/events"
)

func atRoot(t *testing.T) {
	t.Helper()
	t.Chdir(filepath.Join("..", ".."))
}

func TestCommittedFilesAreCurrent(t *testing.T) {
	atRoot(t)
	if err := run(true); err != nil {
		t.Fatal(err)
	}
}

func TestDriftIsSeen(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.json", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := drift(map[string][]byte{"a.json": []byte("new"), "b.json": []byte("x")})
	if err == nil || !strings.Contains(err.Error(), "a.json") || !strings.Contains(err.Error(), "b.json (missing)") {
		t.Fatalf("drift of both files is not seen: %v", err)
	}
}

// Every payload that Go writes fits the schema of its kind: one with every field filled, and one whose
// lists, maps and pointers are nil.
func TestPayloadsFitTheirSchemas(t *testing.T) {
	atRoot(t)
	sets, err := closedSets("events")
	if err != nil {
		t.Fatal(err)
	}
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range append(events.Kinds(), wakes()...) {
		t.Run(k.Type, func(t *testing.T) {
			schema := compile(t, k.DataSchema(), files[k.DataSchema()])
			for name, nilled := range map[string]bool{"filled": false, "nil": true} {
				v := reflect.New(reflect.TypeOf(k.Payload())).Elem()
				fill(v, sets, nilled)
				data, err := json.Marshal(v.Interface())
				if err != nil {
					t.Fatal(err)
				}
				if err := schema.Validate(instance(t, data)); err != nil {
					t.Errorf("%s payload does not fit: %v\n%s", name, err, data)
				}
			}
			if err := schema.Validate(instance(t, []byte(`{}`))); err == nil {
				t.Error("the schema accepts an empty object")
			}
			if err := schema.Validate(instance(t, []byte(`[]`))); err == nil {
				t.Error("the schema accepts a list")
			}
		})
	}
}

func compile(t *testing.T, name string, data []byte) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("https://test.example/"+name, instance(t, data)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("https://test.example/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func instance(t *testing.T, data []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// fill gives every field a value that differs from its zero; closed sets get their first value.
func fill(v reflect.Value, closed sets, nilled bool) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeOf(time.Time{}) {
			v.Set(reflect.ValueOf(time.Date(2025, 3, 14, 9, 0, 0, 0, time.UTC)))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), closed, nilled)
		}
	case reflect.String:
		v.SetString("text")
		if values := closed[v.Type().String()]; len(values) > 0 {
			v.SetString(values[0].(string))
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(2)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), closed, nilled)
		}
	case reflect.Pointer:
		if !nilled {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), closed, nilled)
		}
	case reflect.Slice:
		switch {
		case nilled:
		case v.Type() == reflect.TypeOf(json.RawMessage{}):
			v.SetBytes([]byte(`{"a": 1}`))
		default:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			fill(v.Index(0), closed, nilled)
		}
	case reflect.Uint8:
		v.SetUint(7)
	case reflect.Map:
		if !nilled {
			v.Set(reflect.MakeMap(v.Type()))
			value := reflect.New(v.Type().Elem()).Elem()
			if value.Kind() == reflect.Interface {
				value.Set(reflect.ValueOf("text"))
			} else {
				fill(value, closed, nilled)
			}
			v.SetMapIndex(reflect.ValueOf("key").Convert(v.Type().Key()), value)
		}
	default:
		panic("no value for " + v.Type().String())
	}
}

func TestClosedSetsAreEnums(t *testing.T) {
	atRoot(t)
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	verdict := compile(t, "v", files[events.VerdictIssued.DataSchema()])
	sets, err := closedSets("events")
	if err != nil {
		t.Fatal(err)
	}
	v := reflect.New(reflect.TypeOf(events.Verdict{})).Elem()
	fill(v, sets, false)
	odd := v.Interface().(events.Verdict)
	odd.Verdict = "plausible"
	data, err := json.Marshal(odd)
	if err != nil {
		t.Fatal(err)
	}
	if err := verdict.Validate(instance(t, data)); err == nil {
		t.Error("a verdict outside the closed set fits the schema")
	}
}

// Every $ref of the AsyncAPI document leads somewhere, inside it or to a generated file.
func TestAsyncAPIReferences(t *testing.T) {
	atRoot(t)
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := yaml.Unmarshal(files["schemas/asyncapi.yaml"], &doc); err != nil {
		t.Fatal(err)
	}
	refs := regexp.MustCompile(`\$ref: '?([^'\n]+)'?`).FindAllStringSubmatch(string(files["schemas/asyncapi.yaml"]), -1)
	if len(refs) < len(events.Kinds()) {
		t.Fatalf("only %d references", len(refs))
	}
	for _, m := range refs {
		if file, ok := strings.CutPrefix(m[1], "./"); ok {
			if files["schemas/"+file] == nil {
				t.Errorf("%s leads to no generated file", m[1])
			}
			continue
		}
		var at any = doc
		for _, step := range strings.Split(strings.TrimPrefix(m[1], "#/"), "/") {
			node, _ := at.(map[string]any)
			at = node[step]
		}
		if at == nil {
			t.Errorf("%s leads nowhere", m[1])
		}
	}
	for _, k := range events.Kinds() {
		channels := doc["channels"].(map[string]any)
		carried := channels[string(k.Topic)].(map[string]any)["messages"].(map[string]any)
		if carried[k.Type] == nil {
			t.Errorf("channel %s does not carry %s", k.Topic, k.Type)
		}
	}
}

func TestTopicsFileIsTheCatalogue(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "deploy", "topics.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Topics []events.TopicSpec }
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	want, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(file.Topics, want) {
		t.Errorf("deploy/topics.yaml differs from the catalogue:\n%v\n%v", file.Topics, want)
	}
}

func TestTheLastCommitIsTheBase(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed; without it the base is what is on disk, which the next test covers")
	}
	t.Chdir(t.TempDir())
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"}, args...)
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	const path = "schemas/claim.extracted.v1.schema.json"
	put(t, path, "committed")
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "schemas")
	put(t, path, "changed")
	base, err := committed()
	if err != nil {
		t.Fatal(err)
	}
	if string(base[path]) != "committed" {
		t.Errorf("the base is %q", base[path])
	}
}

func TestWithoutARepositoryTheDiskIsTheBase(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(os.Getenv("PWD")))
	const path = "schemas/claim.extracted.v1.schema.json"
	put(t, path, "on disk")
	put(t, "schemas/analysis.schema.json", "{}")
	base, err := committed()
	if err != nil {
		t.Fatal(err)
	}
	if len(base) != 1 || string(base[path]) != "on disk" {
		t.Errorf("the base is %q", base)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
