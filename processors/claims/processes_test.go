package claims

import (
	"strings"
	"testing"
)

// How things are done is told without saying by whom: behind a sentence about the entity it is about the entity.
func TestProcesses(t *testing.T) {
	for _, text := range []string{
		"New suppliers are screened as part of the contract awarding process.",
		"The individual risk assessment is mandatory for suppliers with a high risk.",
		"Hazardous waste is disposed of by certified companies.",
		"Safety inspections take place monthly at each plant.",
		"The Environmental Protection department is responsible for product stewardship.",
		"The tower has received a Gold certificate for green buildings.",
		"All guidelines and positions are examined by the compliance department.",
		"Compliance violations can be reported anonymously to an external ombudsperson.",
	} {
		claims := extract(t, doc("We speak of our own house here.\n"+text), 1, 1)
		if len(claims) != 1 || claims[0].Text != text {
			t.Errorf("%d claims: %q", len(claims), text)
		}
	}
	for _, text := range []string{
		"The directive is applied by all member states and their authorities.",
		"Suppliers should be screened before a contract is awarded.",
		"In particular, the GDPR and other laws must be observed.",
		"Governments are responsible for protecting the climate.",
	} {
		if claims := extract(t, doc("We speak of our own house here.\n"+text), 1, 1); len(claims) != 0 {
			t.Errorf("%q is no claim", claims[0].Text)
		}
	}
	// Far from any sentence about the entity it may be about anybody.
	far := strings.Repeat("Of nobody in particular much can be told.\n", reach+1)
	if claims := extract(t, doc(far+"New suppliers are screened as part of the contract awarding process."), 1, 1); len(claims) != 0 {
		t.Errorf("%q belongs to nobody", claims[0].Text)
	}
}

// What an entity keeps out of, forbids or found of its risks is a claim without a figure; an "@" in a name is no address.
func TestWhatIsSaidWithoutFigures(t *testing.T) {
	for _, text := range []string{
		"We do not finance new coal mines, and we exclude weapons from our portfolio.",
		"Our portfolio analysis identified the chemicals sector as one with a high transition risk.",
		"There is a goal: with Eco @ Work we want to cut our landfill waste by 50% by 2030.",
		"Our report was prepared in accordance with the GRI Standards 2021.",
	} {
		if claims := extract(t, doc(text), 1, 1); len(claims) != 1 {
			t.Errorf("%d claims: %s", len(claims), text)
		}
	}
	for _, text := range []string{"Write to jane.doe@example.com if our emissions of 12 t interest all employees.", "The composition of our targets is published in the framework."} {
		if claims := extract(t, doc(text), 1, 1); len(claims) != 0 {
			t.Errorf("%q is no claim", claims[0].Text)
		}
	}
}

// What the entity did at a site of its own can be looked at, also without a figure or a date.
func TestDeeds(t *testing.T) {
	for text, want := range map[string]int{
		"We replaced all conventional lighting at our headquarters with LEDs.": 1,
		"We buy green electricity for all our German sites.":                   1,
		"We strengthen our efforts for energy at our sites.":                   0,
		"We are building on our energy and on our strengths.":                  0,
	} {
		if claims := extract(t, doc(text), 1, 1); len(claims) != want {
			t.Errorf("%d claims, want %d: %s", len(claims), want, text)
		}
	}
}

// A body or a policy does not make a claim of what is believed in.
func TestCreeds(t *testing.T) {
	for text, want := range map[string]int{
		"The Board of Directors is committed to creating long-term value for all stakeholders.":             0,
		"Our Management Board and all employees stand for integrity, responsibility and trust.":             0,
		"The Supervisory Board thanks all employees for their commitment to sustainability.":                0,
		"Sustainability is firmly anchored in the strategy of the Executive Board.":                         0,
		"Guided by our Code of Conduct, we maintain clear ethical standards across our operations.":         0,
		"For it to be effective, every employee must take on their individual responsibility for security.": 0,
		"The Executive Board is committed to diversity and has approved the policy on equal opportunities.": 1,
		"Our commitment to diversity includes a quota for women on the Supervisory Board.":                  1,
	} {
		if claims := extract(t, doc(text), 1, 1); len(claims) != want {
			t.Errorf("%d claims, want %d: %s", len(claims), want, text)
		}
	}
}
