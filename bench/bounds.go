package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Names of what is measured, for --only. The clients of the first wait for an answer before they ask again.
const (
	// 500 bookings from 16 connections: the rate, and that until the last of their 1,000 letters.
	accepted = "accepted"
	effects  = "effects"

	// 20 roles; 50 of 10,000 interviews; 50 interviewers with 20 painted slots each: rate, 16 connections.
	roles      = "roles"
	interviews = "interviews"
	slots      = "slots"

	personal = "personal" // slots of 200 connected calendars of 50 busy times: median
	ready    = "ready"    // from the start to the ready line, in an empty folder and again; the slower counts
	memory   = "memory"   // resident after 1,000 bookings from 16 connections and their letters

	panels       = "panels"         // slots of a round with three seats, each of a pool of 40 of the 200: median
	panelsBooked = "panels-booking" // bookings of such a panel and of one person in turn, with letters between: median

	// Pages for an admin with 10,000 interviews stored, 20 reads a second: median; of seven searches the slowest.
	dashboardHome      = "dashboard-home"
	dashboardList      = "dashboard-interviews"
	dashboardWeek      = "dashboard-week"
	dashboardInterview = "dashboard-interview"
	dashboardBoard     = "dashboard-board"
	dashboardCandidate = "dashboard-candidate"
	dashboardSearch    = "dashboard-search"
	dashboardFigures   = "dashboard-figures"

	// Each query of the figures of 26 weeks, 100,000 stored, in the bench's process: the slowest by its median.
	figuresQueries = "figures-queries"

	toolRead = "tool-read"  // three reads beside the same by REST: the largest difference of medians
	toolList = "tools-list" // with a key that may call all of them, 16 connections: rate

	// Split, 1,000,000 interviews stored: the first page of what changed; slots of 50 interviewers with an interview a
	// day each; the list that slows down most, against that with 1,000 stored.
	millionChanged = "million-changed"
	millionSlots   = "million-slots"
	millionLists   = "million-lists"

	// Over a booking's whole life. Only where --only names it: it promises nothing and takes 20 minutes.
	unitCosts = "unit-costs"
)

// Names of what is measured with requests that arrive by a schedule.
const (
	sequential    = "sequential"      // 5 bookings a second for 20 s: median
	steady        = "steady"          // 100 reads and 5 bookings a second for 60 s: letters p95
	steadyBooked  = "steady-bookings" // the same: the median of a booking, against that without the reads
	followed      = "steady-followed" // the same, picked by candidates, with ten recruiters told at once
	panelsSteady  = "panels-steady"   // 100 reads and 3 bookings of panels of three a second for 60 s: letters p95
	limitedSteady = "limited-steady"  // the load of steady where limits of a day and a week decide bookings one by one

	// Bookings at 70 % of the drain rate for 60 s: letters p95, and how much more waited in the last third than in the
	// first. The drain rate is 300 bookings from 16 connections, divided by the time until the last letter.
	drain   = "drain"
	backlog = "backlog"

	// 500 bookings from 16 connections, beside 20 reads a second: rate until the last letter, and reads p95.
	burst      = "burst"
	burstReads = "burst-reads"

	invites   = "invites"   // 600 invitations of one organization, then 5 bookings of another: its last letter
	heavy     = "heavy"     // 8 clients read slots of 200 calendars, a neighbour books 5 a second for 20 s: p95
	reminders = "reminders" // two each of 1,000 interviews fall due at one instant: until the last letter

	// Split, 10 bookings and 50 reads a second, Temporal killed for 10 s: letters p95 of the bookings from 15 to 35 s
	// after it answers again, and signals for each booking.
	outage      = "outage"
	outageWakes = "outage-wakes"
)

// at is the name of a line as it is measured on a site: those of the split one end with it.
func at(on, name string) string {
	if on == embeddedSite {
		return name
	}
	return name + "@" + on
}

// bound is a line of the result: what is compared with what, and the promise.
type bound struct {
	name, what, unit string
	baseline         string // "" where the promise is about the service's number alone
	most             bool   // the ratio, or the number, is at most the limit; else at least
	limit            float64
}

// compared is the limit of a line that is shown beside its baseline and promises nothing.
const compared = 0

// dashboardNames are the pages of the dashboard that are measured.
var dashboardNames = []string{dashboardHome, dashboardList, dashboardWeek, dashboardInterview, dashboardBoard,
	dashboardCandidate, dashboardSearch, dashboardFigures}

var bounds = slices.Concat(closedLoops, dashboards(embeddedSite), dashboards(splitSite),
	openLoops(embeddedSite, "(a)"), openLoops(splitSite, "(c)"), []bound{
		{at(splitSite, accepted), "bookings accepted, 16 clients", "1/s", "(c)", false, compared},
		{outage, "letters p95, from 15 s after Temporal is back", "s", "", true, 2},
		{outageWakes, "wake-ups for each change", "", "changes", true, mostWakes},
		{unitCosts, "processor time of a booking's whole life", "ms", "", true, compared},
		{at(splitSite, unitCosts), "the same", "ms", "", true, compared},
		{millionChanged, "GET /interviews?updated_since=, 40,000 of 1,000,000 changed", "ms", "", true, 60},
		{millionSlots, "GET /postings/{id}/slots without bounds, 1,000,000 stored", "ms", "", true, 25},
		{millionLists, "the list that 1,000,000 slow down most", "ms", "1,000", true, 1.3},
	})

// mostWakes is one wake-up for each change, and two in a hundred more for the wake-ups that were on their way when
// Temporal was killed: it may have taken one whose answer nobody got, and then a second one is right.
const mostWakes = 1.02

// closedLoops are the lines whose clients wait for an answer before they ask again.
var closedLoops = []bound{
	{accepted, "bookings accepted, 16 clients", "1/s", "(a)", false, 0.4},
	{effects, "bookings with all letters sent, 16 clients", "1/s", "(b)", false, 0.5},
	{roles, "GET /roles", "1/s", "(a)", false, 0.6},
	{interviews, "GET /interviews?limit=50, 10,000 stored", "1/s", "(a)", false, 0.6},
	{slots, "GET /postings/{id}/slots, 50 interviewers, 20 slots each", "1/s", "(a)", false, 0.6},
	{personal, "GET /postings/{id}/slots, 200 connected calendars, 50 busy times each", "ms", "", true, 25},
	{panels, "GET /postings/{id}/slots, three seats of pools of 40, 200 connected calendars", "ms", "", true, 40},
	{panelsBooked, "a booking of a panel of three", "ms", "one person", true, 1.5},
	{panelsSteady, "letters p95, 100 reads and 3 panels of three a second", "ms", "", true, 500},
	{limitedSteady, "letters p95, 100 reads and 5 bookings a second, a limit on the organization", "ms", "", true, 300},
	{toolRead, "a read by tool, beyond the same read by REST", "ms", "", true, 1.5},
	{toolList, "lists of all tools, 16 clients", "1/s", "", false, 500},
	{ready, "litmus up to its ready line", "s", "", true, 5},
	{memory, "resident after 1,000 bookings and their letters", "MiB", "", true, 400},
}

// dashboards are the lines of the dashboard on one of the sites.
func dashboards(on string) []bound {
	return []bound{
		{at(on, dashboardHome), "the dashboard's home, 10,000 interviews stored", "ms", "", true, 30},
		{at(on, dashboardList), "its list of interviews", "ms", "", true, 30},
		{at(on, dashboardWeek), "its week of 500 interviews", "ms", "", true, 30},
		{at(on, dashboardInterview), "its page of an interview", "ms", "", true, 20},
		{at(on, dashboardBoard), "its board of a posting with 500 candidates", "ms", "", true, 30},
		{at(on, dashboardCandidate), "its page of a candidate", "ms", "", true, 30},
		{at(on, dashboardSearch), "its search: the slowest of seven texts", "ms", "", true, 30},
		{at(on, dashboardFigures), "its figures of twelve weeks", "ms", "", true, 30},
		{at(on, figuresQueries), "the slowest query of its figures of 26 weeks, 100,000 stored", "ms", "", true, 100},
	}
}

// openLoops are the lines whose requests arrive by a schedule, on one of the sites. transaction is the baseline of its
// bookings.
func openLoops(on, transaction string) []bound {
	return []bound{
		{at(on, sequential), "a booking, five a second", "ms", transaction, true, 1.8},
		{at(on, steady), "letters p95, 100 reads and 5 bookings a second", "ms", "", true, 300},
		{at(on, steadyBooked), "a booking among them", "ms", "alone", true, 2},
		{at(on, followed), "candidates' letters p95, beside ten followers' of each posting", "ms", "", true, 300},
		{at(on, drain), "letters p95 at 70 % of the drain rate", "s", "", true, 2},
		{at(on, backlog), "growth of the backlog meanwhile", "of arrivals", "", true, 0.05},
		{at(on, burst), "500 bookings at once, all letters", "1/s", "(b)", false, 0.75},
		{at(on, burstReads), "GET /roles p95 meanwhile", "ms", "", true, 20},
		{at(on, invites), "a booking's last letter behind a neighbour's 600 invitations", "s", "", true, 2},
		{at(on, heavy), "a booking p95 beside a neighbour's 8 clients", "ms", "alone", true, 5},
		{at(on, reminders), "the last reminder of 1,000 interviews, all due at one instant", "s", "", true, 60},
	}
}

// baseNames are what --only takes: the lines' names without where they are measured.
func baseNames() (names []string) {
	for _, b := range bounds {
		if name, _, _ := strings.Cut(b.name, "@"); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// results holds what the runs measured, by the bound's name.
type results struct {
	ours, base map[string][]float64
	notes      []string
}

func newResults() *results {
	return &results{ours: map[string][]float64{}, base: map[string][]float64{}}
}

// pair notes one run of a bound with a baseline.
func (r *results) pair(name string, ours, base float64) {
	r.ours[name], r.base[name] = append(r.ours[name], ours), append(r.base[name], base)
}

// one notes one run of a bound without a baseline.
func (r *results) one(name string, ours float64) { r.ours[name] = append(r.ours[name], ours) }

// note adds a line below the table.
func (r *results) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// ratios are ours over the baseline's, run by run.
func (r *results) ratios(name string) []float64 {
	var out []float64
	for n, base := range r.base[name] {
		out = append(out, r.ours[name][n]/base)
	}
	return out
}

// print writes the table and reports whether every bound that was measured holds.
func (r *results) print(to io.Writer) (holds bool) {
	holds = true
	t := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NAME\tWHAT\tOURS\tBASELINE\tRATIO\tOF ALL RUNS\tBOUND\t")
	for _, b := range bounds {
		if len(r.ours[b.name]) == 0 {
			continue
		}
		value, all, base, ratio := median(r.ours[b.name]), r.ours[b.name], "", ""
		ours := figure(value) + " " + b.unit
		if b.baseline != "" {
			all = r.ratios(b.name)
			value = median(all)
			base, ratio = figure(median(r.base[b.name]))+" "+b.unit+" "+b.baseline, figure(value)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s..%s\t",
			b.name, b.what, ours, base, ratio, figure(slices.Min(all)), figure(slices.Max(all)))
		if b.limit == compared {
			fmt.Fprint(t, "none\t\n")
			continue
		}
		sign, ok := ">=", value >= b.limit
		if b.most {
			sign, ok = "<=", value <= b.limit
		}
		verdict := "PASS"
		if !ok {
			verdict, holds = "FAIL", false
		}
		fmt.Fprintf(t, "%s %s\t%s\n", sign, figure(b.limit), verdict)
	}
	_ = t.Flush()
	if len(r.notes) > 0 {
		fmt.Fprintf(to, "\n%s\n", strings.Join(r.notes, "\n"))
	}
	return holds
}

// figure prints about three digits.
func figure(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

func median[T cmp.Ordered](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
