package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "go.temporal.io/sdk/client"

	"litmus/models"
	"litmus/testdb"
	"litmus/workflows"
)

// Workers of two versions stand beside each other. Which of them gets the work is what `litmus deployment` says: an
// interview that was booked on the old version moves to the new one, and back; one that began on the new version goes
// on under the old one. Everybody is told of everything once.
func TestWorkersOfTwoVersions(t *testing.T) {
	t.Parallel()
	needsProcess(t, "workers of two versions")
	testdb.Long(t)
	temporal := startTemporal(t, keptAddr(), filepath.Join(t.TempDir(), "temporal.db"))
	p := startParts(t, testdb.SQLite(t), temporal.Addr(), "LITMUS_DEPLOYMENT=litmus")
	c := dialTemporal(t, temporal.Addr())
	old := p.version(t, "v1")
	p.gets(t, "current", "v1")
	booked := p.Book(t, "booked", "interviewer_email", p.Email("ilse")).Text("interview.id")
	p.runsOn(t, c, "v1", booked)

	next := p.version(t, "v2")
	p.runsOn(t, c, "v1", booked)
	p.gets(t, "ramp", "v2", "--percent", "100")
	begun := p.Book(t, "begun", "interviewer_email", p.Email("bram")).Text("interview.id")
	p.runsOn(t, c, "v2", begun)
	p.gets(t, "current", "v2")
	p.Book(t, "booked", "interviewer_email", p.Email("ilse"), "scheduled_start_at", "2032-06-02T10:00:00Z",
		"replace_existing", true)
	p.runsOn(t, c, "v2", booked, begun)
	doctor := Command(t, p.env, "doctor", "--json").Stdout
	for _, want := range []string{`"workers of v1 and v2 poll"`, `"v2 is current"`} {
		if !strings.Contains(doctor, want) {
			t.Errorf("litmus doctor does not say %s: %s", want, doctor)
		}
	}

	if got := p.deployment(t, "current", "v1", "--json").must(t, nil); !strings.Contains(got, `"percent": 100`) {
		t.Errorf("it prints %s", got)
	}
	next.Stop(t)
	p.Do(t, http.MethodDelete, "/interviews/"+booked, nil).Want(200)
	p.Book(t, "begun", "interviewer_email", p.Email("bram"), "scheduled_start_at", "2032-06-02T10:00:00Z",
		"replace_existing", true)
	p.runsOn(t, c, "v1", booked, begun)
	for who, want := range map[string]int{"booked": 3, "begun": 2} {
		letters := p.inbox.Inbox(t, p.Email(who))
		ids := map[string]bool{}
		for _, l := range letters {
			ids[p.inbox.messageID(t, l)] = true
		}
		if len(letters) != want || len(ids) != want {
			t.Errorf("%s got %d letters, %d different ones, want %d", who, len(letters), len(ids), want)
		}
	}

	// Nobody works for a version without workers, and it is not made current.
	for _, build := range []string{"v3", "unversioned"} {
		if got := p.deployment(t, "current", build); got.Status != 1 || !strings.Contains(got.Stderr,
			"no worker of "+build+" polls the queue interviews") {
			t.Errorf("%s: status %d, %s", build, got.Status, got.Stderr)
		}
	}
	var shown struct {
		Current  string
		Versions []struct {
			Build, State string
			Workers      []string
		}
	}
	if err := json.Unmarshal([]byte(p.deployment(t, "show", "--json").must(t, nil)), &shown); err != nil {
		t.Fatal(err)
	}
	var states []string
	for _, v := range shown.Versions {
		states = append(states, v.Build+" "+v.State)
	}
	if shown.Current != "v1" || len(states) != 2 || !slices.Contains(states, "v1 current") {
		t.Errorf("%s is current, of %v", shown.Current, states)
	}
	old.Stop(t)
}

// version starts a worker of all queues that is of a version.
func (p *parts) version(t testing.TB, build string) *Service {
	t.Helper()
	versioned := *p
	versioned.env = append(slices.Clone(p.env), "LITMUS_DEPLOYMENT_BUILD="+build)
	w := versioned.worker(t, "")
	w.awaitHealth(t, http.StatusOK)
	return w
}

func (p *parts) deployment(t testing.TB, args ...string) Output {
	t.Helper()
	return Command(t, p.env, append([]string{"deployment"}, args...)...)
}

// gets gives a version work: the server knows it a moment after its worker began to ask.
func (p *parts) gets(t testing.TB, args ...string) {
	t.Helper()
	Until(t, letterTimeout, strings.Join(args, " "), func() (bool, string) {
		got := p.deployment(t, args...)
		return got.Status == 0, got.Stderr
	})
}

// runsOn waits until the interviews have converged, by workers of the build, "" for unversioned ones.
func (o *Org) runsOn(t testing.TB, c sdk.Client, build string, interviews ...string) {
	t.Helper()
	o.Settled(t, letterTimeout, interviews...)
	for _, id := range interviews {
		Until(t, letterTimeout, id+" on "+build, func() (bool, string) {
			d, err := c.DescribeWorkflowExecution(t.Context(), workflows.WorkflowID(models.EntityInterview, id), "")
			got := d.GetWorkflowExecutionInfo().GetVersioningInfo().GetDeploymentVersion().GetBuildId()
			return got == build, fmt.Sprint(got, err)
		})
	}
}
