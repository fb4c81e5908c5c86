package sheet

import "testing"

func TestWhatHasGoneIsNoAim(t *testing.T) {
	for text, want := range map[string]bool{
		"From 2022 to 2024 PFC emissions dropped by 24%, from 371 to 304 thousand tonnes.": true,
		"Between 2021 and 2023 emissions were cut by 12%.":                                 true,
		"Emissions have been reduced by 12% between 2021 and 2023.":                        true,
		"Cut emissions by 30% between 2020 and 2030":                                       false,
		"We have set ourselves a reduction of 30% between 2020 and 2030.":                  false,
		"Emissions fell, and we want to cut them by 30% from 2020 to 2030.":                false,
	} {
		if got := HasGone(text); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}
