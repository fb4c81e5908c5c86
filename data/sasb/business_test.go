package sasb

import (
	"strings"
	"testing"
)

func TestPhrasesOfIndustriesAreRead(t *testing.T) {
	all, err := readBusinesses("# said\n= AB-CD Widgets & Gears\n~ widget; gear\n\ncog wheels:3; tooth\nimo 2020\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 || all[0].Code != "AB-CD" || all[0].Name != "Widgets & Gears" || strings.Join(all[0].Names, ",") != "widget,gear" {
		t.Fatalf("%+v", all)
	}
	want := []Phrase{{"cog wheels", 3}, {"tooth", 0}, {"imo 2020", 0}}
	for i, p := range all[0].Phrases {
		if p != want[i] {
			t.Errorf("phrase %d is %+v, want %+v", i, p, want[i])
		}
	}
}

func TestAFileOfPhrasesThatIsBrokenIsRefused(t *testing.T) {
	for name, file := range map[string]string{
		"phrases under no industry": "cog wheels:3\n",
		"a count that is none":      "= AB-CD Widgets\ncog wheels:many\n",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := readBusinesses(file); err == nil {
				t.Error("it was read")
			}
		})
	}
}
