// Package installed looks at what this machine has of what Sibyl uses: PostgreSQL's server programs, pgvector, tesseract.
package installed

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Fact is something that is installed on this machine, or not.
type Fact struct {
	Name   string `json:"name"` // postgresql, pgvector, tesseract
	Found  bool   `json:"found"`
	Detail string `json:"detail"`           // version and place, or what is missing
	Advice string `json:"advice,omitempty"` // what to do if it is not found
	Needed bool   `json:"needed"`           // nothing runs without it, unless a server is configured
}

// Facts looks at everything that Sibyl uses from the machine.
func Facts(ctx context.Context) []Fact {
	found, err := FindPostgres(ctx)
	if err != nil {
		return []Fact{
			{Name: "postgresql", Detail: err.Error(), Advice: InstallPostgres(PackageTool()), Needed: true},
			{Name: "pgvector", Detail: "there is no PostgreSQL for it"},
			tesseract(ctx),
		}
	}
	newest := found[0]
	return []Fact{
		{Name: "postgresql", Found: true, Detail: newest.Version + " in " + newest.Dir, Needed: true},
		vector(ctx, newest),
		tesseract(ctx),
	}
}

// vector looks for the extension's control file, which is what the server does when it is asked for the extension.
func vector(ctx context.Context, bin Binaries) Fact {
	var looked []string
	for _, dir := range shareDirs(ctx, bin) {
		control := filepath.Join(dir, "extension", "vector.control")
		text, err := os.ReadFile(control)
		if err != nil {
			looked = append(looked, control)
			continue
		}
		return Fact{Name: "pgvector", Found: true, Detail: strings.TrimSpace(controlVersion(string(text)) + " in " + filepath.Dir(control))}
	}
	return Fact{
		Name: "pgvector", Detail: "not in " + strings.Join(looked, ", ") + "; searches are computed in process, with the same results",
		Advice: InstallVector(PackageTool(), bin.Major),
	}
}

// shareDirs are where the extensions of a server may be: as its own pg_config says, and beside the programs.
func shareDirs(ctx context.Context, bin Binaries) []string {
	var dirs []string
	if out, err := exec.CommandContext(ctx, filepath.Join(bin.Dir, "pg_config"), "--sharedir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	return append(dirs, fmt.Sprintf("/usr/share/postgresql/%d", bin.Major), filepath.Join(filepath.Dir(bin.Dir), "share"),
		filepath.Join(filepath.Dir(bin.Dir), "share", "postgresql"))
}

// controlVersion reads default_version = '0.8.0' from a control file.
func controlVersion(text string) string {
	for line := range strings.Lines(text) {
		name, value, found := strings.Cut(line, "=")
		if found && strings.TrimSpace(name) == "default_version" {
			return strings.Trim(strings.TrimSpace(value), "'")
		}
	}
	return ""
}

// InstallVector says how to install the vector extension, or nothing when the package manager is not known to have it.
func InstallVector(tool string, major int) string {
	switch tool {
	case "apt-get":
		return fmt.Sprintf("run: apt-get install postgresql-%d-pgvector", major)
	case "dnf":
		return "run: dnf install pgvector"
	case "apk":
		return "run: apk add postgresql-pgvector"
	case "brew":
		return "run: brew install pgvector"
	}
	return ""
}

// tesseract reads pages that are only images; without it they are reported as not analysed.
func tesseract(ctx context.Context) Fact {
	path, err := exec.LookPath("tesseract")
	if err != nil {
		return Fact{Name: "tesseract", Detail: "not on PATH; pages that are only images are not analysed", Advice: installTesseract(PackageTool())}
	}
	out, err := exec.CommandContext(ctx, path, "--version").CombinedOutput()
	if err != nil {
		return Fact{Name: "tesseract", Detail: fmt.Sprintf("%s does not run: %v", path, err), Advice: installTesseract(PackageTool())}
	}
	version, _, _ := strings.Cut(string(out), "\n")
	return Fact{Name: "tesseract", Found: true, Detail: strings.TrimSpace(version) + " in " + path}
}

func installTesseract(tool string) string {
	pkg := map[string]string{
		"apt-get": "apt-get install tesseract-ocr", "dnf": "dnf install tesseract", "apk": "apk add tesseract-ocr",
		"pacman": "pacman -S tesseract", "zypper": "zypper install tesseract-ocr", "brew": "brew install tesseract",
	}[tool]
	if pkg == "" {
		return ""
	}
	return "run: " + pkg
}
