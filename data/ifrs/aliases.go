package ifrs

import (
	"bytes"
	_ "embed" // the table is part of the binary
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed aliases.json
var aliasFile []byte

// Alias is an id, or a range of ids, as it is written where the issued standards number differently.
type Alias struct {
	ID       string    `json:"id"` // as standards.ID prints it; a range as "S1.38-42"
	Is       string    `json:"is"` // what the id really holds; empty if there is no such item
	Meanings []Meaning `json:"meanings"`
}

// Meaning is what an id was written for, and the ids that really hold it.
type Meaning struct {
	Said      string   `json:"said"`
	Right     []string `json:"right"`
	Documents []string `json:"documents"` // where it is written so
}

var loadAliases = sync.OnceValues(func() (map[string]Alias, error) {
	var f struct {
		About   string  `json:"about"`
		Aliases []Alias `json:"aliases"`
	}
	if err := strict(aliasFile, &f); err != nil {
		return nil, fmt.Errorf("decoding the aliases of paragraphs: %w", err)
	}
	byID := map[string]Alias{}
	for _, a := range f.Aliases {
		if _, twice := byID[a.ID]; twice {
			return nil, fmt.Errorf("decoding the aliases of paragraphs: %s is there twice", a.ID)
		}
		byID[a.ID] = a
	}
	return byID, nil
})

// Aliases are the aliases by id. The map is shared: do not change it.
func Aliases() (map[string]Alias, error) { return loadAliases() }

// strict refuses what it does not know, so that a misspelt field is an error and not an empty value.
func strict(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}
