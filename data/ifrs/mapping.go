package ifrs

import (
	_ "embed" // the table is part of the binary
	"fmt"
	"sync"
)

//go:embed s1_s2_mapping.json
var mappingFile []byte

// Mapping says which paragraphs of S1 ask in general what a group of paragraphs of S2 asks of climate.
type Mapping struct {
	S2            string   `json:"s2_paragraphs"` // an id or a range
	S2Description string   `json:"s2_description"`
	S1            string   `json:"s1_paragraphs"`
	S1Description string   `json:"s1_description"`
	Pillar        string   `json:"s1_pillar"`
	Note          string   `json:"note"`    // what of the group corresponds to paragraphs outside it
	OnlyS2        []string `json:"only_s2"` // disclosures of the group without a counterpart
	OnlyS1        []string `json:"only_s1"`
}

var loadMappings = sync.OnceValues(func() ([]Mapping, error) {
	var f struct {
		About    string    `json:"about"`
		Mappings []Mapping `json:"mappings"`
	}
	if err := strict(mappingFile, &f); err != nil {
		return nil, fmt.Errorf("decoding the mapping of S1 and S2: %w", err)
	}
	return f.Mappings, nil
})

// Mappings are the groups in the order of S2. The slice is shared: do not change it.
func Mappings() ([]Mapping, error) { return loadMappings() }
