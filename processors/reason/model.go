package reason

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// tuned is a model as a role is configured with it: its name, and what differs from what the prompts say. It is written
// "name?temperature=0.3&max_output_tokens=4000&texts=4", which is what stands in a run's manifest and in the digests of its questions: the same
// model at another temperature gives other answers.
type tuned struct {
	name        string
	temperature *float32
	most        int // output tokens; 0 as the prompt says
	texts       int // that one question is about; 0 as many as whoever asks puts into one
}

const (
	hottest     = 2
	leastOutput = 64
	mostOutput  = 32_000
	mostTexts   = 40
)

// readModel reads the model of a role.
func readModel(text string) (tuned, error) {
	name, options, _ := strings.Cut(text, "?")
	m := tuned{name: name}
	given, err := url.ParseQuery(options)
	if err != nil || name == "" {
		return tuned{}, fmt.Errorf("%q is no model: write a name, or name?temperature=0.3&max_output_tokens=4000", clip(text, 100))
	}
	for option, values := range given {
		value := values[len(values)-1]
		switch option {
		case "temperature":
			t, err := strconv.ParseFloat(value, 32)
			if err != nil || !(t >= 0 && t <= hottest) { // NaN is not
				return tuned{}, fmt.Errorf("the temperature of model %s is a number from 0 to %d, not %q", name, hottest, clip(value, 40))
			}
			t32 := float32(t)
			m.temperature = &t32
		case "max_output_tokens":
			n, err := strconv.Atoi(value)
			if err != nil || n < leastOutput || n > mostOutput {
				return tuned{}, fmt.Errorf("the most output tokens of model %s are a number from %d to %d, not %q", name, leastOutput, mostOutput, clip(value, 40))
			}
			m.most = n
		case "texts":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > mostTexts {
				return tuned{}, fmt.Errorf("the texts of one question to model %s are a number from 1 to %d, not %q", name, mostTexts, clip(value, 40))
			}
			m.texts = n
		default:
			return tuned{}, fmt.Errorf("model %s has the option %q, which is none of temperature, max_output_tokens and texts", name, clip(option, 40))
		}
	}
	return m, nil
}

// of is a prompt as it is put to the model.
func (m tuned) of(p *Prompt) *Prompt {
	q := *p
	if m.temperature != nil {
		q.Temperature = *m.temperature
	}
	if m.most > 0 {
		q.MaxOutput = m.most
	}
	return &q
}

// Texts is how many texts are put into one question of a role: as many as whoever asks would put there, or fewer where the role's model is
// configured so. Small models answer fewer with more care.
func (r *Recorder) Texts(role Role, most int) int {
	m, err := readModel(r.models[role])
	if err != nil || m.texts == 0 {
		return most
	}
	return min(m.texts, most)
}

// nameOf is the name by which an endpoint and a price table know a model; of one that cannot be read, all of it.
func nameOf(model string) string {
	name, _, _ := strings.Cut(model, "?")
	return name
}
