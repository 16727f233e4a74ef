package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5"
)

// impatient are the alerts with spans that a test can wait for. What they ask for stays, and where they compare ages
// and rates, they compare them with less.
func impatient(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("../deploy/prometheus/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	rules := string(b)
	for _, x := range []struct{ old, now string }{
		{`for: \d+[mh]`, "for: 0s"}, {`\[5m\]`, "[10s]"},
		{`_age_seconds\) > (900|60)\b`, "_age_seconds) > 1"}, {`delay_seconds_bucket\[10m\]\)\)\) > 60`,
			"delay_seconds_bucket[10m]))) > 0.5"},
		{`(wait_seconds_total\[10s\]\)) > 1`, "$1 > 0.1"},
	} {
		changed := regexp.MustCompile(x.old).ReplaceAllString(rules, x.now)
		if changed == rules {
			t.Fatalf("no alert has %s", x.old)
		}
		rules = changed
	}
	return rules
}

// Prometheus is a server of Debian's package that scrapes a service's processes.
type Prometheus struct{ url string }

// StartPrometheus scrapes these addresses each second and fires the alerts.
func StartPrometheus(t testing.TB, rules string, addresses ...string) *Prometheus {
	t.Helper()
	config := writeFile(t, "prometheus.yml", fmt.Sprintf(`global: {scrape_interval: 1s, evaluation_interval: 1s}
rule_files: [%s]
scrape_configs:
  - {job_name: litmus, scrape_timeout: 1s, static_configs: [{targets: [%s]}]}
`, writeFile(t, "alerts.yml", rules), strings.Join(addresses, ", ")))
	return &Prometheus{"http://" + startDaemon(t, "prometheus", "prometheus", "--config.file="+config,
		"--storage.tsdb.path="+t.TempDir(), "--web.listen-address=ADDRESS")}
}

// Firing are the names of the alerts that fire.
func (p *Prometheus) Firing(t testing.TB) (names []string) {
	t.Helper()
	var got struct {
		Data struct {
			Alerts []struct {
				State  string
				Labels map[string]string
			}
		}
	}
	if err := json.Unmarshal([]byte(get(t, p.url+"/api/v1/alerts")), &got); err != nil {
		t.Fatal(err)
	}
	for _, a := range got.Data.Alerts {
		if a.State == "firing" {
			names = append(names, a.Labels["alertname"])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Await waits until all of these alerts fire.
func (p *Prometheus) Await(t testing.TB, meanwhile func(), names ...string) {
	t.Helper()
	Until(t, time.Minute, strings.Join(names, ", "), func() (bool, string) {
		if meanwhile != nil {
			meanwhile()
		}
		firing := p.Firing(t)
		for _, name := range names {
			if !slices.Contains(firing, name) {
				return false, fmt.Sprint("only these fire: ", firing)
			}
		}
		return true, ""
	})
}

// Has waits until a query has an answer.
func (p *Prometheus) Has(t testing.TB, query string) {
	t.Helper()
	Until(t, time.Minute, query, func() (bool, string) {
		answer := get(t, p.url+"/api/v1/query?query="+strings.NewReplacer("{", "%7B", "}", "%7D", `"`, "%22", " ", "%20",
			"=", "%3D", ">", "%3E").Replace(query))
		return strings.Contains(answer, `"metric"`), answer
	})
}

// Each alert is fired by the thing that it is about: a real Prometheus scrapes a service of which one thing after
// another breaks.
func TestAlertsFire(t *testing.T) {
	t.Parallel()
	cluster, mail := NewCluster(t), StartScripted(t)
	MustRun(t, []string{"LITMUS_DATABASE_URL=" + cluster.URL}, "migrate")
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
	}))
	t.Cleanup(refusing.Close)
	temporal := startTemporal(t, keptAddr(), filepath.Join(t.TempDir(), "temporal.db"))
	p := startParts(t, cluster.URL, temporal.Addr(), private, "LITMUS_METRICS_ADDR=127.0.0.1:0",
		"LITMUS_SMTP_URL="+mail.URL, "LITMUS_LIMIT_FAILED_AUTHENTICATIONS=1")
	w := p.worker(t, "")
	w.awaitHealth(t, 200)
	metrics := func(of *Service) (address string) {
		Until(t, time.Minute, "the address of the metrics", func() (said bool, _ string) {
			address, said = of.Log.listens("metrics")
			return said, of.Log.String()
		})
		return address
	}
	watch := StartPrometheus(t, impatient(t), metrics(p.api), metrics(w))

	// All is well.
	first := p.Book(t, "calm", "interviewer_email", p.Email("ilse"))
	p.Settled(t, letterTimeout, first.Text("interview.id"))
	watch.Has(t, `litmus_letter_delay_seconds_count > 0`)
	watch.Has(t, `litmus_temporal_readable{instance="`+metrics(w)+`"} == 1`)
	Until(t, time.Minute, "no alert to fire while all is well", func() (bool, string) {
		firing := slices.DeleteFunc(watch.Firing(t), func(name string) bool {
			return name == "LitmusLettersLate" // half a second is little on a busy machine
		})
		return len(firing) == 0, fmt.Sprint(firing)
	})

	// A mail server that refuses some letters and is slow to accept others, calendars that refuse their credentials,
	// somebody who tries keys.
	mail.Script(func(to string, _ int) error {
		if strings.Contains(to, "refused") {
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "no"}
		}
		<-time.After(1200 * time.Millisecond)
		return nil
	}, nil)
	book := func(n int) {
		p.Book(t, fmt.Sprint("refused-", n), "interviewer_email", p.Email("bram"), "scheduled_start_at",
			fmt.Sprintf("2032-07-%02dT10:00:00Z", n+1))
	}
	book(0)
	watch.Has(t, `litmus_effect_attempts_total{outcome="given_up"}`) // what was never counted cannot have risen
	for n := 1; n < 14; n++ {
		book(n)
	}
	p.NewOrg(t, connect(fmt.Sprintf(`{provider: ics, url: "%s/feed.ics"}`, refusing.URL))...)
	strangers := func() {
		for range 20 {
			resp, err := http.Get(p.api.API + "/api/v1/roles")
			if err == nil {
				resp.Body.Close()
			}
		}
	}
	watch.Await(t, strangers, "LitmusEffectsGivenUp", "LitmusCalendarsBroken", "LitmusLimitsHit", "LitmusLettersLate")
	mail.Script(nil, nil)

	// No worker runs, and a statement locks a table: answers are slow, and connections are waited for.
	w.Stop(t)
	for n := range 3 {
		p.Book(t, fmt.Sprint("unattended-", n), "interviewer_email", p.Email("ilse"), "scheduled_start_at",
			fmt.Sprintf("2032-09-%02dT10:00:00Z", n+1))
	}
	watch.Await(t, func() { locked(t, p, cluster.URL) }, "LitmusDown", "LitmusOwesLate", "LitmusQueueWaits",
		"LitmusAnswersSlow", "LitmusConnectionsWaited")

	// Temporal is away, and the schema is of an older release.
	temporal.Stop()
	p.Book(t, "unheard", "interviewer_email", p.Email("ilse"), "scheduled_start_at", "2032-10-01T10:00:00Z")
	execute(t, cluster.URL, "delete from goose_db_version where version_id = (select max(version_id) from "+
		"goose_db_version)")
	watch.Await(t, nil, "LitmusTemporalUnreadable", "LitmusWakeUpsWait", "LitmusSchemaOld")

	// The database is away.
	cluster.Stop(t)
	watch.Await(t, func() { p.Do(t, "GET", "/roles", nil).Want(500) }, "LitmusDatabaseUnreadable",
		"LitmusAnswersFail")
}

// execute runs a statement.
func execute(t testing.TB, url, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err == nil {
		_, err = conn.Exec(t.Context(), statement)
		err = errors.Join(err, conn.Close(context.WithoutCancel(t.Context())))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// locked has more requests wait for a table than there are connections, until each has waited for more than a second.
func locked(t testing.TB, p *parts, url string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	tx, err := conn.Begin(t.Context())
	if err == nil {
		_, err = tx.Exec(t.Context(), "lock table interviews in access exclusive mode")
	}
	if err != nil {
		t.Fatal(err)
	}
	var asking sync.WaitGroup
	for range 40 {
		asking.Go(func() { p.Do(t, "GET", "/interviews", nil) })
	}
	var waiting int
	Until(t, time.Minute, "requests to wait for more than a second", func() (bool, string) {
		err := tx.QueryRow(t.Context(), "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and "+
			"clock_timestamp() - query_start > interval '1.5 seconds'").Scan(&waiting)
		return waiting > 0, fmt.Sprint(waiting, " ", err)
	})
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	asking.Wait()
}
