// Command generate makes the sample report and the machine-readable list of what is planted in it:
//
//	go run ./data/sample/generate [-dir data/sample]
//
// The company does not exist. The output is a function of this source alone, and a test holds the
// committed files to it.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/sibyl-project/sibyl/data/sample/layout"
)

const (
	company  = "Kooijveld Samudrasa N.V."
	fileName = "kooijveld-samudrasa-sustainability-report-2024.pdf"
	listName = "planted.json"
)

func main() {
	dir := flag.String("dir", "data/sample", "where to write")
	flag.Parse()
	if err := write(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	report, err := build()
	if err != nil {
		return err
	}
	list, err := plantedJSON()
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{fileName: report, listName: list} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return fmt.Errorf("writing the sample: %w", err)
		}
	}
	return nil
}

// build sets the whole report. Each function sets the page that its comment names.
func build() ([]byte, error) {
	b := layout.New(layout.Options{
		Title:    "Sustainability Report 2024",
		Author:   company,
		Footer:   "Kooijveld Samudrasa · Sustainability Report 2024",
		Language: "en",
		Created:  time.Date(2025, time.March, 14, 9, 0, 0, 0, time.UTC),
	})
	b.Cover(company, "Building what lasts,\npacking what moves", "Sustainability Report 2024",
		"Dordrecht and Surabaya, 14 March 2025\nFinancial year 1 January to 31 December 2024")
	for _, page := range []func(*layout.Book){
		contents, letter, glance,
		governance, strategy, transitionPlan, targets, riskManagement,
		emissions, valueChain, energy, waterAndWaste, safety, quarries, indonesian,
	} {
		page(b)
	}
	img, err := assuranceLetter()
	if err != nil {
		return nil, err
	}
	if err := b.Scan(img); err != nil {
		return nil, err
	}
	for _, page := range []func(*layout.Book){methodology, index, cautions} {
		page(b)
	}
	return b.Bytes()
}

func plantedJSON() ([]byte, error) {
	data, err := json.MarshalIndent(struct {
		Report  string    `json:"report"`
		Company string    `json:"company"`
		Planted []Planted `json:"planted"`
	}{fileName, company, planted}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encoding the planted list: %w", err)
	}
	return append(data, '\n'), nil
}
