package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/user"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/projections/api"
)

// OverrideCmd lets a person rule on a claim. It is a client of POST /runs/{run}/overrides.
type OverrideCmd struct {
	RunID   string `arg:"" name:"run" placeholder:"RUN" help:"A run's id, from sibyl runs."`
	ClaimID string `arg:"" name:"claim" placeholder:"CLAIM" help:"A claim's id, from the analysis document."`
	Verdict string `required:"" enum:"verified,unverified,contradicted,insufficient_evidence" help:"What holds in your judgement: ${enum}."`
	By      string `placeholder:"NAME" env:"SIBYL_USER" help:"Who rules (default: your user name)."`
	Reason  string `required:"" placeholder:"TEXT" help:"Why; it is shown beside the verdict from now on."`
	JSON    bool   `help:"Print JSON."`
	stack.Place
	settings.Dependencies
}

// Help is shown by `sibyl override --help`.
func (OverrideCmd) Help() string {
	return `Example: sibyl override run_01m2... clm_3f... --verdict verified --by "Jane Doe" --reason "The assurance statement covers it."`
}

// revisionWait is how long the judge's revision is waited for, in seconds.
const revisionWait = "60"

// Run implements `sibyl override`.
func (c OverrideCmd) Run(ctx context.Context) (err error) {
	if c.By == "" {
		if c.By, err = userName(); err != nil {
			return err
		}
	}
	body, err := json.Marshal(map[string]string{"claim_id": c.ClaimID, "verdict": c.Verdict, "by": c.By, "reason": c.Reason})
	if err != nil {
		return err
	}
	raw, err := ask(ctx, c.Place, c.Dependencies, http.MethodPost, "/runs/"+c.RunID+"/overrides?wait="+revisionWait, "application/json", bytes.NewReader(body))
	var p client.Problem
	switch {
	case errors.As(err, &p) && p.Status == http.StatusNotFound && p.Detail == "Claim not found.":
		return exit.Usage("run %s has no claim %s; `sibyl show %s` lists them", c.RunID, c.ClaimID, c.RunID)
	case errors.As(err, &p) && p.Status == http.StatusNotFound:
		return exit.Usage("there is no run %s here; `sibyl runs` lists them", c.RunID)
	case err != nil:
		return err
	}
	var answer api.Ruled
	if err := json.Unmarshal(raw, &answer); err != nil {
		return fmt.Errorf("reading the answer about the ruling on claim %s: %w", c.ClaimID, err)
	}
	if c.JSON {
		if err := writeOut("", raw); err != nil {
			return err
		}
	}
	v := answer.Verdict
	if v == nil {
		return exit.Down("the ruling %s is on record, but the judge has issued no revision within %s s; is it running?", answer.Override.ID, revisionWait)
	}
	if c.JSON {
		return nil
	}
	fmt.Fprintf(os.Stdout, "claim %s is %s, as ruled by %s (%s); revision %d supersedes %s\n",
		v.ClaimID, v.Verdict, answer.Override.By, answer.Override.ID, v.Revision, v.Supersedes)
	if v.Override != nil {
		fmt.Fprintf(os.Stdout, "the machine's verdict stays beside it: %s, %s confidence\n", v.Override.Machine.Verdict, v.Override.Machine.Confidence)
	}
	return nil
}

// userName is the user who runs the command: a ruling must say who made it.
func userName() (string, error) {
	u, err := user.Current()
	switch {
	case err != nil:
		return "", exit.Usage("finding out your name: %v; give one with --by", err)
	case u.Name != "":
		return u.Name, nil
	case u.Username != "":
		return u.Username, nil
	}
	return "", exit.Usage("your user has no name; give one with --by")
}
