package reason

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
)

// Role is what a model is asked for. Each has a model of its own by configuration.
type Role string

// The closed set of roles.
const (
	Extract     Role = "EXTRACT"
	Dedupe      Role = "DEDUPE"
	Legal       Role = "LEGAL"
	DataMetrics Role = "DATA_METRICS"
	NewsMedia   Role = "NEWS_MEDIA"
	Academic    Role = "ACADEMIC"
	Judge       Role = "JUDGE"
	Replies     Role = "REPLY"
)

// Roles lists the closed set of roles.
func Roles() []Role {
	return []Role{Extract, Dedupe, Legal, DataMetrics, NewsMedia, Academic, Replies, Judge}
}

// share is how much of a run's budget a role may use up, in percent: a whole report's passages are read before there are claims, and must
// leave something for those who judge these.
func (r Role) share() int {
	if r == Legal {
		return 50
	}
	return 100
}

// Prompt is what a model is told in a role before it is given anything of a report: a file of this package.
type Prompt struct {
	Name        string         `yaml:"-"` // of its file
	Role        Role           `yaml:"role"`
	Version     int            `yaml:"version"`
	Temperature float32        `yaml:"temperature"`
	MaxOutput   int            `yaml:"max_output_tokens"`
	System      string         `yaml:"system"`
	Shape       map[string]any `yaml:"schema"` // JSON Schema of the answer

	// Each names a list of the answer whose items stand for themselves: one that does not fit is left out, and the others are used.
	Each string `yaml:"each"`

	digest string
	schema *schema
}

// ID names the prompt with its version and a digest of its file, so that a change that forgot the version is seen.
func (p *Prompt) ID() string { return fmt.Sprintf("%s/%d-%s", p.Name, p.Version, p.digest) }

//go:embed prompts/*.yaml
var promptFiles embed.FS

// Prompts reads the prompts, in the order of their names.
var Prompts = sync.OnceValues(func() ([]*Prompt, error) {
	entries, err := promptFiles.ReadDir("prompts")
	if err != nil {
		return nil, fmt.Errorf("listing the prompts: %w", err)
	}
	var out []*Prompt
	for _, e := range entries {
		text, err := promptFiles.ReadFile(path.Join("prompts", e.Name()))
		if err != nil {
			return nil, fmt.Errorf("reading prompt %s: %w", e.Name(), err)
		}
		p, err := readPrompt(strings.TrimSuffix(e.Name(), ".yaml"), text)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
})

func readPrompt(name string, text []byte) (*Prompt, error) {
	p := &Prompt{Name: name}
	if err := yaml.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("reading prompt %s: %w", name, err)
	}
	if !slices.Contains(Roles(), p.Role) || p.Version < 1 || p.MaxOutput < 1 || p.System == "" || len(p.Shape) == 0 {
		return nil, fmt.Errorf("prompt %s lacks its role, version, most output tokens, system text or schema", name)
	}
	shape, err := shapeOf(text)
	if err != nil {
		return nil, fmt.Errorf("reading the schema of prompt %s: %w", name, err)
	}
	if p.schema, err = compile(name, shape); err != nil {
		return nil, err
	}
	if p.Each != "" {
		items := shape.at("properties").at(p.Each).at("items")
		if items == nil {
			return nil, fmt.Errorf("prompt %s has no list %q with items", p.Name, p.Each)
		}
		if p.schema.each, err = compile(p.Name+"/"+p.Each, items); err != nil {
			return nil, err
		}
	}
	p.System = strings.TrimSpace(p.System) + "\n\nAnswer with one JSON object and nothing else. Its JSON Schema:\n" + string(p.schema.whole)
	sum := sha256.Sum256(append([]byte(p.System), text...))
	p.digest = hex.EncodeToString(sum[:4])
	return p, nil
}

// shapeOf is the schema of a prompt's file, its fields in their order.
func shapeOf(text []byte) (object, error) {
	var file struct {
		Schema yaml.Node `yaml:"schema"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	shape, err := ordered(&file.Schema)
	if err != nil {
		return nil, err
	}
	o, is := shape.(object)
	if !is {
		return nil, errors.New("it is no object")
	}
	return o, nil
}

// PromptNamed returns a prompt of this package. A name that there is not is a mistake of the program.
func PromptNamed(name string) *Prompt {
	all, err := Prompts()
	if err != nil {
		panic(err) // the files are part of the program, and a test reads them
	}
	for _, p := range all {
		if p.Name == name {
			return p
		}
	}
	panic("there is no prompt " + name)
}

// Models says which model has each role; one that is not listed is not asked.
type Models map[Role]string

// Manifest lists the models and the prompts of the roles that are asked, for the record of a run. Several prompts of a role stand
// one behind the other.
func (m Models) Manifest() (models, prompts map[string]string, err error) {
	all, err := Prompts()
	if err != nil {
		return nil, nil, err
	}
	models, prompts = map[string]string{}, map[string]string{}
	for _, p := range all {
		if m[p.Role] == "" {
			continue
		}
		role := string(p.Role)
		models[role] = m[p.Role]
		if prompts[role] != "" {
			prompts[role] += " "
		}
		prompts[role] += p.ID()
	}
	return models, prompts, nil
}

// ModelsOf reads what a run's opening says of its models.
func ModelsOf(manifest map[string]string) Models {
	out := Models{}
	for role, model := range manifest {
		out[Role(role)] = model
	}
	return out
}
