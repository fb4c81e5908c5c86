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
	Verdict string `enum:"verified,unverified,contradicted,insufficient_evidence," default:"" help:"What holds in your judgement: ${enum}"`
	By      string `placeholder:"NAME" env:"SIBYL_USER" help:"Who rules (default: your user name)."`
	Reason  string `required:"" placeholder:"TEXT" help:"Why; it is shown beside the verdict from now on."`
	JSON    bool   `help:"Print JSON."`

	Withdraw bool `help:"Take back what was ruled: the verdict of the evidence counts again."`
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
	if (c.Verdict == "") != c.Withdraw {
		return exit.Usage("say what holds with --verdict, or take back what was ruled with --withdraw")
	}
	said := map[string]any{"claim_id": c.ClaimID, "by": c.By, "reason": c.Reason}
	if c.Withdraw {
		said["withdraw"] = true
	} else {
		said["verdict"] = c.Verdict
	}
	body, err := json.Marshal(said)
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
	if c.Withdraw {
		fmt.Fprintf(os.Stdout, "claim %s is %s again, as the evidence has it; revision %d supersedes %s\n", v.ClaimID, v.Verdict, v.Revision, v.Supersedes)
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

// ReviewCmd records what a person says or does about a part of a run. It is a client of POST /runs/{run}/reviews.
type ReviewCmd struct {
	RunID    string `arg:"" name:"run" placeholder:"RUN" help:"A run's id, from sibyl runs."`
	Action   string `arg:"" enum:"comment,assign,resolve,set_aside,uphold,sign_off,reply,withdraw" help:"What is done: ${enum}."`
	Part     string `enum:"run,claim,finding,check,gap,matter" default:"run" help:"Of what: ${enum}."`
	Of       string `placeholder:"ID" help:"Its id, from the analysis document; none for the run."`
	To       string `placeholder:"NAME" help:"To whom it is assigned."`
	Withdraw string `placeholder:"REVIEW" help:"The review that is withdrawn."`
	By       string `placeholder:"NAME" env:"SIBYL_USER" help:"Who says so (default: your user name)."`
	Reason   string `required:"" placeholder:"TEXT" help:"The comment, the answer, or why."`
	asking
}

// Help is shown by `sibyl review --help`.
func (ReviewCmd) Help() string {
	return `Example: sibyl review run_01m2... set_aside --part check --of chk_3f... --by "Jane Doe" --reason "The column was read wrongly."`
}

// Run implements `sibyl review`.
func (c ReviewCmd) Run(ctx context.Context) (err error) {
	if c.By == "" {
		if c.By, err = userName(); err != nil {
			return err
		}
	}
	body, err := json.Marshal(map[string]string{
		"action": c.Action, "part": c.Part, "of": c.Of, "by": c.By, "reason": c.Reason, "assignee": c.To, "withdraw": c.Withdraw,
	})
	if err != nil {
		return err
	}
	raw, err := ask(ctx, c.Place, c.Dependencies, http.MethodPost, "/runs/"+c.RunID+"/reviews?wait="+revisionWait, "application/json", bytes.NewReader(body))
	var p client.Problem
	switch {
	case errors.As(err, &p) && p.Status == http.StatusNotFound:
		return exit.Usage("there is no run %s here; `sibyl runs` lists them", c.RunID)
	case errors.As(err, &p) && p.Status == http.StatusUnprocessableEntity:
		return exit.Usage("%s", p.Detail)
	case err != nil:
		return err
	}
	if c.JSON {
		return writeOut("", raw)
	}
	var answer api.Reviewed
	if err := json.Unmarshal(raw, &answer); err != nil {
		return fmt.Errorf("reading the answer about a review of run %s: %w", c.RunID, err)
	}
	r := answer.Review
	fmt.Fprintf(os.Stdout, "%s by %s is on record (%s)\n", r.Action, r.By, r.ID)
	return nil
}
