package language

import (
	"testing"
)

func TestDetect(t *testing.T) {
	for text, want := range map[string]string{
		"We have reduced the emissions of our plants and this is only the start for us.":                    "en",
		"Wir haben die Emissionen der Werke gesenkt und das ist für uns nicht genug.":                       "de",
		"Perusahaan telah mengurangi emisi dan akan tetap menjaga lingkungan yang bersih untuk semua dalam": "id",
		"Nous avons réduit les émissions de nos usines et ce n'est pas tout pour la planète avec des":       "fr",
		"Hemos reducido las emisiones de nuestras plantas y esto es sólo el comienzo para los que son":      "es",
		"List of shareholdings\nGesellschaft für Wohnen und Bauen mbH\nBau der Städte GmbH und Co. KG\nVerwaltung von Häusern und Gärten GmbH\n" +
			"Haus auf dem Berg GmbH\nWohnen in der Stadt und bei uns mit dem Garten GmbH\n" +
			"Gesellschaft mit den Häusern der Stadt und für uns\nin Berlin": Undetermined,
		"Wir haben die Emissionen der Werke gesenkt.\nDie Acme GmbH ist dabei.\nUnd das ist für uns nicht genug.": "de",
		"Scope 1 12 t No. No. No. No. No.": Undetermined,
		"":                                 Undetermined,
	} {
		if got := detect(text); got != want {
			t.Errorf("detect(%q) = %s, want %s", text, got, want)
		}
	}
}
