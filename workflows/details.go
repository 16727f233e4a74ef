package workflows

import (
	"fmt"
	"strings"
	"time"

	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models/effect"
)

// show tells operators what the entity waits for, what was done and what keeps failing.
func (r *run) show(ctx workflow.Context) {
	if now := shownBy(r.plan); r.plan.Searchable && now != r.shown {
		r.shown = now
		_ = workflow.UpsertTypedSearchAttributes(ctx, now.all(r.ref.OrgID, r.plan.PostingID)...)
	}
	workflow.SetCurrentDetails(ctx, details(r.plan))
}

// shownBy are the search attributes of a plan.
func shownBy(p activities.Plan) attributes {
	return attributes{p.Status, waitsFor(p.Next), p.StartsAt, len(p.Failing) > 0, true}
}

// details describe a plan in Markdown, status, day and round first. The summary that a workflow starts with never
// changes (no command and no call of Temporal's API changes it: ModifyWorkflowProperties has the memo, and
// UpdateWorkflowExecutionOptions versioning and priority), so this is what operators read. They name ids, instants,
// kinds and codes only.
func details(p activities.Plan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**", p.Status)
	if !p.StartsAt.IsZero() {
		b.WriteString(p.StartsAt.UTC().Format(", Mon 2 January 2006 at 15:04 UTC"))
	}
	for _, part := range []struct{ noun, id string }{{"round", p.RoundID}, {"assessment", p.AssessmentID},
		{"posting", p.PostingID}} {
		if part.id != "" {
			fmt.Fprintf(&b, ", %s `%s`", part.noun, part.id)
		}
	}
	fmt.Fprintf(&b, ", revision %d\n\n", p.Revision)
	fmt.Fprintf(&b, "Waits for: %s\n", waitsFor(p.Next))
	if p.Next != nil {
		fmt.Fprintf(&b, "\nNext: %s at %s\n", p.Next.Kind, p.Next.At.Format(time.RFC3339))
	}
	section(&b, "Under way or owed", targetLines(p.Targets))
	section(&b, "Failing", p.Failing)
	section(&b, "Done", p.Done)
	return b.String()
}

func section(b *strings.Builder, title string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(b, "\n%s:\n- %s\n", title, strings.Join(lines, "\n- "))
	}
}

func targetLines(ts []activities.Target) (out []string) {
	for _, t := range ts {
		out = append(out, t.Kind+" to "+t.Name)
	}
	return out
}

// waitsFor is the kind of the next instant that the entity waits for. Effects under way are the pending activities of
// the workflow, and failing ones have a search attribute of their own.
func waitsFor(next *effect.Moment) string {
	if next != nil {
		return next.Kind
	}
	return "nothing"
}
