package gold

import (
	"strconv"
	"strings"
)

// subject is what a report says one thing about.
type subject struct {
	name, verb, unit string
	from, to         int // of the amount
}

func (s subject) title() string { return strings.ToUpper(s.name[:1]) + s.name[1:] }

// print parts thousands.
func (s subject) print(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

var subjects = []subject{
	{"Scope 1 emissions", "were", "t CO2e", 40_000, 900_000},
	{"Scope 2 emissions (location-based)", "were", "t CO2e", 20_000, 300_000},
	{"Scope 3 emissions", "were", "t CO2e", 1_100_000, 4_000_000},
	{"water withdrawal", "was", "cubic metres", 1_000_000, 9_000_000},
	{"electricity consumption", "was", "MWh", 30_000, 400_000},
	{"natural gas consumption", "was", "GJ", 200_000, 900_000},
	{"waste generated", "was", "tonnes", 11_000, 90_000},
	{"hazardous waste", "was", "tonnes", 1_100, 9_000},
	{"nitrogen oxide emissions", "were", "tonnes", 1_200, 8_000},
	{"the number of employees", "was", "employees", 2_100, 60_000},
}

// The wordings of the open reports, and those of the held ones.
var (
	openAmounts = []string{
		"{Subject} {verb} {now} {unit} in {year}.", "In {year}, {subject} {verb} {now} {unit}.",
		"{Subject} amounted to {now} {unit} in {year}.",
	}
	openChanges = []string{
		"{Subject} fell by {percent} % from {before} {unit} in {last} to {now} {unit} in {year}.",
		"{Subject} decreased by {percent} %, from {before} {unit} in {last} to {now} {unit} in {year}.",
	}
	heldAmounts = []string{
		"{Subject} came to {now} {unit} in {year}.", "We report {subject} of {now} {unit} for {year}.",
		"Over the whole of {year}, {subject} totalled {now} {unit}.", "{Subject} reached {now} {unit} in {year}.",
	}
	heldChanges = []string{
		"{Subject} dropped from {before} {unit} in {last} to {now} {unit} in {year}, a decrease of {percent} %.",
		"With {now} {unit} in {year} after {before} {unit} in {last}, {subject} went down by {percent} %.",
		"Compared with {last}, {subject} declined {percent} % from {before} {unit} to {now} {unit} in {year}.",
	}
)

func amountsOf(held bool) []string {
	if held {
		return heldAmounts
	}
	return openAmounts
}

func changesOf(held bool) []string {
	if held {
		return heldChanges
	}
	return openChanges
}

var companies = []string{
	"Bramwell Tiles plc", "Osterholm Papier AG", "Quintal Alimentos SA", "Lindqvist Metals AB", "Castellan Foods plc", "Norrvik Shipping ASA",
	"Harrow Textiles plc", "Meridian Glass NV", "Tarn Chemicals plc", "Veldkamp Dairy NV", "Ashdown Cement plc", "Ravenna Ceramiche SpA",
	"Kestrel Packaging plc", "Solvang Energi AS", "Pemberton Steel plc", "Altamira Cerveza SA", "Brookvale Logistics plc", "Hartmann Farben AG",
	"Dunmore Beverages plc", "Elkhorn Timber Inc.", "Saltire Aquaculture plc", "Vasari Tessuti SpA", "Wexford Plastics plc", "Zonneveld Bloemen NV",
}
