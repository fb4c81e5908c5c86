package specialist_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/academic"
	"github.com/sibyl-project/sibyl/processors/geography"
	newsmedia "github.com/sibyl-project/sibyl/processors/news_media"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence/evidencetest"
)

const waterClaim = "We withdrew 3.4 million cubic metres of water in 2024."

func brought(kind events.EvidenceKind, publisher, text string) evidencetest.File {
	return evidencetest.File{Name: string(kind) + ".txt", Text: text, Item: events.LibraryItem{Kind: kind, Publisher: publisher, Date: "2025-01-10", Tier: 1}}
}

// searched is what an agent answers about a claim in one pass, with a library of some documents.
func searched(t *testing.T, agent events.Agent, pass int, text string, files ...evidencetest.File) []events.Finding {
	t.Helper()
	store := artefact.NewMemory()
	claim := events.Claim{ID: "clm_1", ReportID: "rep_1", Text: text, Issuer: &events.Issuer{Company: "Acme N.V.", Period: "2024"}}
	if files != nil {
		claim.Library = evidencetest.Library(t, store, files...)
	}
	d := streamtest.New(t, map[events.Agent]stream.Declaration{
		events.Academic: academic.New(academic.Config{Store: store}), events.Geography: geography.New(geography.Config{Store: store}),
		events.NewsMedia: newsmedia.New(newsmedia.Config{Store: store}),
	}[agent])
	d.When(streamtest.Event(events.ClaimRouted, run, events.PassSubject("clm_1", pass, "routed"), events.Assignment{
		Claim: claim, Iteration: pass, Agents: []events.AgentTask{{Agent: agent, Query: "look again"}},
	}, streamtest.Pass(pass, 3)))
	var out []events.Finding
	for _, f := range streamtest.Of(d, events.FindingProduced) {
		out = append(out, f.Data)
	}
	return out
}

func TestAgentsRelateTheirDocumentsToAClaim(t *testing.T) {
	agrees, differs := "Acme withdrew 3,412,000 cubic metres of water in 2024.", "Acme withdrew 5,100,000 cubic metres of water in 2024."
	for name, tc := range map[string]struct {
		agent events.Agent
		pass  int
		files []evidencetest.File
		want  string
	}{
		"no library": {events.NewsMedia, 1, nil, "no_source done"},
		"press agrees": {events.NewsMedia, 1, []evidencetest.File{brought(events.KindNews, "Courier", agrees)},
			"library true external high done"},
		"an authority says otherwise": {events.NewsMedia, 1, []evidencetest.File{brought(events.KindFiling, "Agency", differs)},
			"library false external high done"},
		"both sides are told": {events.NewsMedia, 1,
			[]evidencetest.File{brought(events.KindNews, "Courier", agrees), brought(events.KindFiling, "Agency", differs)},
			"library false external high done; library true external high done"},
		"the company's release is its own word": {events.NewsMedia, 1, []evidencetest.File{brought(events.KindNews, "ACME NV", agrees)},
			"library true company high done"},
		"nothing of the subject": {events.NewsMedia, 1, []evidencetest.File{brought(events.KindNews, "Courier", "Acme has a new roof.")},
			"library null low done"},
		"research": {events.Academic, 1, []evidencetest.File{brought(events.KindPaper, "Journal", agrees)},
			"library true external high done"},
		"a table of places": {events.Geography, 1, []evidencetest.File{brought(events.KindCoordinates, "Land Office", agrees)},
			"library true registry high done"},
		"others' documents wait for the judge": {events.Academic, 1, []evidencetest.File{brought(events.KindFiling, "Agency", differs)}, "no_source open"},
		"who asks again gets all": {events.Academic, 2, []evidencetest.File{brought(events.KindFiling, "Agency", differs)},
			"library false external high done"},
		"others' documents of another subject": {events.Academic, 1,
			[]evidencetest.File{brought(events.KindFiling, "Agency", "Acme was fined in 2024.")}, "no_source done"},
		"own documents, and others' of the matter": {events.Academic, 1,
			[]evidencetest.File{brought(events.KindPaper, "Journal", "Acme has a new roof."), brought(events.KindFiling, "Agency", differs)},
			"library null low open"},
		"a document that cannot be read": {events.NewsMedia, 1, []evidencetest.File{
			brought(events.KindNews, "Courier", agrees),
			{Name: "x.txt", Text: "\x00", Item: events.LibraryItem{Kind: events.KindNews, Publisher: "P"}},
		}, "library true external high done"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range searched(t, tc.agent, tc.pass, waterClaim, tc.files...) {
				words := []string{f.EvidenceType}
				if f.EvidenceType == specialist.EvidenceLibrary {
					side := "null"
					if f.SupportsClaim != nil {
						side = map[bool]string{true: "true", false: "false"}[*f.SupportsClaim]
					}
					words = append(words, side)
					for _, o := range f.Origins {
						words = append(words, string(o))
					}
					words = append(words, string(f.Confidence))
					var details events.LibraryDetails
					if err := json.Unmarshal(f.Details, &details); err != nil {
						t.Fatal(err)
					}
					if (name == "a document that cannot be read") != (len(details.Unreadable) == 1) {
						t.Errorf("unreadable %q", details.Unreadable)
					}
				}
				if f.SupportsClaim != nil {
					e := f.Evidence[0]
					if e.Quote == "" || e.Page != 1 || e.Tier != 1 || e.Date != "2025-01-10" ||
						e.Publisher == "" || e.Document == "" || !strings.Contains(f.Summary, e.Publisher) {
						t.Errorf("it cites %+v in %q", e, f.Summary)
					}
				}
				words = append(words, map[bool]string{true: "done", false: "open"}[f.Exhausted])
				got = append(got, strings.Join(words, " "))
			}
			if s := strings.Join(got, "; "); s != tc.want {
				t.Errorf("got  %s\nwant %s", s, tc.want)
			}
		})
	}
}

func TestALibraryThatIsGoneIsGivenUpOnAndAStoreThatIsDownIsWaitedFor(t *testing.T) {
	claim := events.Claim{ID: "clm_1", ReportID: "rep_1", Text: waterClaim, Library: artefact.Hash([]byte("gone"))}
	a := events.Assignment{Claim: claim, Iteration: 1, Agents: []events.AgentTask{{Agent: events.NewsMedia}}}
	r := streamtest.Event(events.ClaimRouted, run, events.PassSubject("clm_1", 1, "routed"), a, streamtest.Pass(1, 3))
	streamtest.New(t, newsmedia.New(newsmedia.Config{Store: artefact.NewMemory()})).When(r).
		ThenRefuses("evidence library", "finding.unable", "activity.reported", "finding.reported")
	streamtest.New(t, newsmedia.New(newsmedia.Config{Store: downStore{}})).When(r).ThenPauses("connection refused")
}

// asks is what an agent answers to a question about a claim.
func asks(t *testing.T, agent events.Agent, kind string, claim events.Claim, s events.InfoSubject, files ...evidencetest.File) events.InfoAnswer {
	t.Helper()
	store := artefact.NewMemory()
	claim.ID, claim.ReportID, claim.Issuer = "clm_1", "rep_1", &events.Issuer{Company: "Acme N.V.", Period: "2024"}
	claim.Library = evidencetest.Library(t, store, files...)
	d := streamtest.New(t, map[events.Agent]stream.Declaration{
		events.Academic: academic.New(academic.Config{Store: store}), events.Geography: geography.New(geography.Config{Store: store}),
		events.NewsMedia: newsmedia.New(newsmedia.Config{Store: store}),
	}[agent])
	d.When(handedOn(events.InfoRequest{ID: "req_1", From: events.Legal, Kind: kind, ClaimID: "clm_1", Claim: &claim, Subject: &s, Question: "?"}, agent, 0))
	return streamtest.One(d, events.InfoProvided).Data
}

func TestQuestionsAreAnsweredFromTheLibrary(t *testing.T) {
	own := events.LibraryItem{Kind: events.KindEarlierReport, Publisher: "Acme N.V.", Company: "Acme N.V.", Date: "2024-03"}
	earlier := evidencetest.File{
		Name: "r.md",
		Text: "Scope 1 emissions were 431,800 t CO2e in 2023.\n\n| Emissions (t CO2e) | 2021 | 2022 |\n|---|---|---|\n| Scope 1 emissions | 460,000 | 448,500 |\n",
		Item: own,
	}
	t.Run("history", func(t *testing.T) {
		a := asks(t, events.NewsMedia, events.AskHistory, events.Claim{Text: "Scope 1 emissions fell by 4.5 %."}, events.InfoSubject{Metric: "change"}, earlier)
		var got []string
		for _, f := range a.Figures {
			got = append(got, f.Period+" "+f.Value+" "+f.Unit)
			if f.Evidence.Origin != events.OriginPriorReport || f.Evidence.Quote == "" {
				t.Errorf("it cites %+v", f.Evidence)
			}
		}
		if want := []string{"2023 431800 tCO2e", "2022 448500 tCO2e", "2021 460000 tCO2e"}; !slices.Equal(got, want) || a.Refused {
			t.Errorf("got %v, want %v", got, want)
		}
		if a := asks(t, events.NewsMedia, events.AskHistory, events.Claim{Text: "Scope 2 emissions fell by 4.5 %."}, events.InfoSubject{}, earlier); !a.Refused {
			t.Errorf("of another subject: %+v", a)
		}
	})
	t.Run("corroboration", func(t *testing.T) {
		claim := events.Claim{Text: "Our works are certified to ISO 14001."}
		by := func(publisher string) evidencetest.File {
			f := brought(events.KindCertificate, publisher, "ISO 14001 certificate issued to Acme, valid from 2023 to 2026.")
			return f
		}
		if a := asks(t, events.NewsMedia, events.AskCorroboration, claim, events.InfoSubject{}, by("Certifier")); a.Refused ||
			len(a.Evidence) != 1 || !strings.Contains(a.Answer, "supports the claim: ") {
			t.Errorf("answer %+v", a)
		}
		if a := asks(t, events.NewsMedia, events.AskCorroboration, claim, events.InfoSubject{}, by("Acme")); !a.Refused {
			t.Errorf("the company corroborates itself: %+v", a)
		}
	})
	t.Run("geography", func(t *testing.T) {
		table := evidencetest.File{
			Name: "p.csv", Text: "Place,Latitude,Longitude,Area,Unit\nGresik,-7.16,112.65,64,ha\n",
			Item: events.LibraryItem{Kind: events.KindCoordinates, Publisher: "Land Office"},
		}
		claim := events.Claim{Text: "We restored 120 hectares at Gresik.", Entities: events.Entities{Places: []string{"Gresik"}}}
		a := asks(t, events.Geography, events.AskGeography, claim, events.InfoSubject{}, table)
		if a.Refused || len(a.Figures) != 1 || a.Figures[0].Value != "64" || a.Figures[0].Unit != "ha" ||
			a.Evidence[0].Row != 2 || !strings.Contains(a.Answer, "lies at -7.16, 112.65") {
			t.Errorf("answer %+v", a)
		}
		claim.Entities.Places = []string{"Nowhereville"}
		if a := asks(t, events.Geography, events.AskGeography, claim, events.InfoSubject{}, table); !a.Refused || !strings.Contains(a.Answer, "Nowhereville") {
			t.Errorf("answer %+v", a)
		}
	})
	t.Run("benchmark", func(t *testing.T) {
		text := "Metric,Sector,Low,High,Unit,Per,Year,Basis\nemission intensity,EM-CM,500,700,kg CO2e,tonne of product,2023,mills\n" +
			"energy intensity,,1,2,MWh,tonne of product,2023,mills\nemission intensity,,9,1,kg CO2e,tonne of product,2023,torn\n"
		table := evidencetest.File{Name: "b.csv", Text: text, Item: events.LibraryItem{Kind: events.KindBenchmark, Publisher: "Institute", Title: "Mills"}}
		s := events.InfoSubject{Metric: "emission_intensity", Value: "0.6", Unit: "tCO2e", Per: "tonne of product", Sector: "EM-CM"}
		a := asks(t, events.Academic, events.AskBenchmark, events.Claim{Text: "?"}, s, table)
		if a.Refused || len(a.Benchmarks) != 1 {
			t.Fatalf("answer %+v", a)
		}
		b := a.Benchmarks[0]
		if b.Low != "500" || b.High != "700" || b.Year != 2023 || b.Sector != "EM-CM" || !strings.Contains(b.Source, "Institute") ||
			b.UnusualAbove == "" || a.Evidence[0].Row != 2 || a.Evidence[0].Origin != events.OriginBenchmark {
			t.Errorf("benchmark %+v, cited %+v", b, a.Evidence[0])
		}
		s.Sector = "FN-CB"
		if a := asks(t, events.Academic, events.AskBenchmark, events.Claim{Text: "?"}, s, table); !a.Refused {
			t.Errorf("of another sector: %+v", a)
		}
		table.Item.Publisher, s.Sector = "Acme", "EM-CM"
		if a := asks(t, events.Academic, events.AskBenchmark, events.Claim{Text: "?"}, s, table); !a.Refused {
			t.Errorf("the company is its own benchmark: %+v", a)
		}
	})
	t.Run("nothing brought", func(t *testing.T) {
		for agent, kind := range map[events.Agent]string{events.NewsMedia: events.AskHistory, events.Geography: events.AskGeography} {
			store := artefact.NewMemory()
			d := streamtest.New(t, map[events.Agent]stream.Declaration{
				events.Geography: geography.New(geography.Config{Store: store}), events.NewsMedia: newsmedia.New(newsmedia.Config{Store: store}),
			}[agent])
			about := &events.Claim{Entities: events.Entities{Places: []string{"Nowhereville"}}}
			d.When(handedOn(events.InfoRequest{ID: "req_1", From: events.Legal, Kind: kind, ClaimID: "clm_1", Claim: about}, agent, 0))
			if a := streamtest.One(d, events.InfoProvided).Data; !a.Refused || !strings.Contains(a.Answer, "is empty") {
				t.Errorf("%s: %+v", agent, a)
			}
		}
	})
}
