// Package deploy holds what operators use: the image, compose extras, the topic catalogue. Its tests read
// these files as the tools do that use them.
package deploy

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	"gopkg.in/yaml.v3"

	"github.com/sibyl-project/sibyl/events"
)

// The public command line, as far as containers use it.
var (
	processors = append([]string{"intake", "indexer", "claims", "claims.reduce", "router", "conductor", "judge", "feed"}, names(events.Agents())...)
	settings   = []string{"SIBYL_KAFKA_BROKERS", "SIBYL_DATABASE_URL", "SIBYL_LOG_LEVEL"}
)

func names(agents []events.Agent) []string {
	out := make([]string, len(agents))
	for i, a := range agents {
		out[i] = string(a)
	}
	return out
}

// composition reads the file with the library of docker compose itself: defaults, extensions and merges are resolved as
// they are when the services are started, and what compose would refuse fails here. Only tests link it.
func composition(t *testing.T) *types.Project {
	t.Helper()
	p, err := loader.LoadWithContext(context.Background(), types.ConfigDetails{
		WorkingDir:  "..",
		ConfigFiles: []types.ConfigFile{{Filename: "../docker-compose.yml"}},
		Environment: types.Mapping{},
	}, func(o *loader.Options) { o.Profiles = []string{"*"} })
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ours are the services built from this repository.
func ours(t *testing.T, p *types.Project) map[string]types.ServiceConfig {
	t.Helper()
	out := map[string]types.ServiceConfig{}
	for name, s := range p.Services {
		if s.Build != nil {
			out[name] = s
		}
	}
	if len(out) < 4 {
		t.Fatalf("only %d services are built from this repository", len(out))
	}
	return out
}

func TestServicesRunCommandsThatExist(t *testing.T) {
	p := composition(t)
	running := map[string]string{}
	roles := map[string]bool{}
	for name, s := range ours(t, p) {
		if s.Build.Dockerfile != "deploy/Dockerfile" {
			t.Errorf("%s is built from %s", name, s.Build.Dockerfile)
		}
		if _, err := os.Stat(s.Build.Context + "/" + s.Build.Dockerfile); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		roles[s.Command[0]] = true
		switch s.Command[0] {
		case "topics":
			if !slices.Equal(s.Command, []string{"topics", "apply"}) {
				t.Errorf("%s runs %v", name, s.Command)
			}
		case "run":
			for _, processor := range s.Command[1:] {
				if !slices.Contains(processors, processor) {
					t.Errorf("%s runs %q, which is no processor", name, processor)
				}
				if other := running[processor]; other != "" {
					t.Errorf("%s and %s both run %s", other, name, processor)
				}
				running[processor] = name
			}
		case "project":
			if len(s.Command) != 1 {
				t.Errorf("%s runs %v", name, s.Command)
			}
		case "serve":
			if !slices.Equal(s.Command, []string{"serve", "--addr", "0.0.0.0:8080"}) {
				t.Errorf("%s runs %v", name, s.Command)
			}
		default:
			t.Errorf("%s runs %q, which is no command", name, s.Command[0])
		}
	}
	for _, processor := range processors {
		if running[processor] == "" {
			t.Errorf("nobody runs %s", processor)
		}
	}
	for _, role := range []string{"topics", "run", "project", "serve"} {
		if !roles[role] {
			t.Errorf("nobody runs `sibyl %s`", role)
		}
	}
}

func TestServicesFindKafkaAndPostgres(t *testing.T) {
	p := composition(t)
	kafka, postgres := p.Services["kafka"], p.Services["postgres"]
	if kafka.Image != "apache/kafka:4.1.0" || !strings.HasPrefix(postgres.Image, "pgvector/pgvector:") {
		t.Errorf("images %s, %s", kafka.Image, postgres.Image)
	}
	if got := value(kafka.Environment, "KAFKA_PROCESS_ROLES"); got != "broker,controller" {
		t.Errorf("not KRaft on one node: %s", got)
	}
	for _, s := range []types.ServiceConfig{kafka, postgres} {
		if s.HealthCheck == nil || len(s.HealthCheck.Test) == 0 {
			t.Errorf("%s has no health check", s.Name)
		}
		if len(s.Volumes) != 1 {
			t.Errorf("%s keeps its data in %v", s.Name, s.Volumes)
		}
	}
	listeners := value(kafka.Environment, "KAFKA_ADVERTISED_LISTENERS")
	for name, s := range ours(t, p) {
		if broker := value(s.Environment, "SIBYL_KAFKA_BROKERS"); !strings.Contains(listeners, "://"+broker) {
			t.Errorf("%s looks for %s, but %s is advertised", name, broker, listeners)
		}
		want := "postgres://" + value(postgres.Environment, "POSTGRES_USER") + ":" + value(postgres.Environment, "POSTGRES_PASSWORD") +
			"@postgres:5432/" + value(postgres.Environment, "POSTGRES_DB")
		if url := value(s.Environment, "SIBYL_DATABASE_URL"); !strings.HasPrefix(url, want) {
			t.Errorf("%s uses %s, want %s", name, url, want)
		}
		for key := range s.Environment {
			if !slices.Contains(settings, key) {
				t.Errorf("%s sets %s, which is not a setting", name, key)
			}
		}
		for _, dependency := range []string{"kafka", "postgres"} {
			if s.DependsOn[dependency].Condition != types.ServiceConditionHealthy {
				t.Errorf("%s does not wait for %s", name, dependency)
			}
		}
		if name != "topics" && s.DependsOn["topics"].Condition != types.ServiceConditionCompletedSuccessfully {
			t.Errorf("%s does not wait for the topics", name)
		}
	}
}

func TestPortsStayOnThisMachine(t *testing.T) {
	published := map[string]string{}
	for name, s := range composition(t).Services {
		for _, port := range s.Ports {
			if port.HostIP != "127.0.0.1" {
				t.Errorf("%s publishes %s on %q", name, port.Published, port.HostIP)
			}
			if other := published[port.Published]; other != "" {
				t.Errorf("%s and %s both publish %s", other, name, port.Published)
			}
			published[port.Published] = name
		}
	}
	if published["8080"] != "serve" {
		t.Errorf("8080 is published by %q", published["8080"])
	}
}

func value(env types.MappingWithEquals, key string) string {
	if v := env[key]; v != nil {
		return *v
	}
	return ""
}

func TestImage(t *testing.T) {
	data, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(mod)
	if version == nil || !strings.Contains(string(data), "FROM golang:"+string(version[1])+"-") {
		t.Errorf("the image is not built with the Go version of go.mod")
	}
	for _, want := range []string{"\nUSER sibyl\n", "CGO_ENABLED=1", "\nHEALTHCHECK ", `CMD ["serve", "--addr", "0.0.0.0:8080"]`, "COPY LICENSE NOTICE"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("the Dockerfile lacks %q", want)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^COPY ([^-].*) \S+$`).FindAllStringSubmatch(string(data), -1) {
		for _, source := range strings.Fields(m[1]) {
			if _, err := os.Stat("../" + source); err != nil {
				t.Errorf("copies what is not there: %v", err)
			}
		}
	}
}

func TestPrometheusScrapesAService(t *testing.T) {
	data, err := os.ReadFile("prometheus/prometheus.yml")
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		ScrapeConfigs []struct {
			StaticConfigs []struct{ Targets []string } `yaml:"static_configs"`
		} `yaml:"scrape_configs"`
	}
	if err := yaml.Unmarshal(data, &config); err != nil {
		t.Fatal(err)
	}
	services := composition(t).Services
	targets := 0
	for _, scrape := range config.ScrapeConfigs {
		for _, static := range scrape.StaticConfigs {
			for _, target := range static.Targets {
				targets++
				host, _, _ := strings.Cut(target, ":")
				if _, ok := services[host]; !ok {
					t.Errorf("scrapes %s, which is no service", target)
				}
			}
		}
	}
	if targets == 0 {
		t.Error("scrapes nothing")
	}
}
