package dashboard

import (
	"strings"
	"testing"

	"litmus/models"
)

// TestSeatsOfAStep: a recruiter arranges the seats of a step without a script, in their order; the form keeps what it
// does not show, refuses with the sentence of the seat, and says both versions after somebody else saved (P2, D17).
func TestSeatsOfAStep(t *testing.T) {
	t.Parallel()
	p := openPipeline(t, "turbine-software")
	pool := p.w.poolOf(t)
	path := p.path + "/steps/" + p.w.design()
	const form = "main form.card"
	first := p.get(path).want(200, "The first seat that is not optional leads", "Add a seat").fields(form)
	before := p.w.rows()
	rows := p.post(path, having(first, "do", "more")...).want(200, "Seat 1")
	rows = p.post(path, having(rows.fields(form), "seat_of", pool.ID, "seat_count", "2", "do", "more")...)
	second := having(rows.want(200, "Seat 2").fields(form), "do", "more")
	third := p.post(path, second...).want(200, "Seat 3").fields(form)
	p.w.unchanged(t, before, "what only arranges the form")

	row := func(of, people, count, role string) []string {
		return []string{"seat_of", of, "seat_people", people, "seat_count", count, "seat_role", role}
	}
	seats := func(rows ...[]string) []string {
		var out []string
		for n := 0; n < len(third); n += 2 {
			if !strings.HasPrefix(third[n], "seat_") {
				out = append(out, third[n], third[n+1])
			}
		}
		for _, r := range rows {
			out = append(out, r...)
		}
		return out
	}
	two, bob := row(pool.ID, "", "2", "interviewer"), row("people", "Bob@acme.example", "1", "observer")
	trainee, none := row(pool.ID, "", "1", "shadow"), row("", "", "1", "interviewer")
	for want, refused := range map[string][]string{
		"Seat 1 has the role observer": seats(none, bob),
		"is not right":                 seats(row(pool.ID, "", "many", "interviewer")),
	} {
		p.post(path, refused...).want(400, want)
	}
	p.follow(p.post(path, append(seats(none, two, trainee, bob), "seat_optional", "3")...)).want(200,
		`panel: 2 of "Backend"; 1 trainee of "Backend"; 1 observer of bob@acme.example, optional`,
		`seats 2 of "Backend"; 1 trainee`)

	kept := p.get(path).want(200, "Move seat 3 up")
	equal(t, "the people", valuesOf(kept.fields(form), "seat_people")[2], "bob@acme.example")
	moved := p.post(path, having(kept.fields(form), "do", "up 2")...).fields(form)
	equal(t, "the second seat after it is moved up", strings.Join(valuesOf(moved, "seat_of"), " "),
		pool.ID+" people "+pool.ID)
	less := p.post(path, having(kept.fields(form), "do", "less 0")...).fields(form)
	equal(t, "the seats without the first", len(valuesOf(less, "seat_of")), 2)

	older := []string{}
	for n, fields := 0, p.get(path).fields(form); n < len(fields); n += 2 {
		if !strings.HasPrefix(fields[n], "seat") {
			older = append(older, fields[n], fields[n+1])
		}
	}
	p.follow(p.post(path, having(older, "title", "Talk")...)).want(200, "Talk", `panel: 2 of "Backend"`)
	stale := having(p.get(path).fields(form), "version", "1")
	p.post(path, append(stale, row(pool.ID, "", "1", models.SeatObserver)...)...).
		want(409, "Somebody saved this meanwhile", "Seats", `1 observer of "Backend"`)

	p.w.exec("update postings set origin = 'file'")
	p.post(path, append(second, "do", "more")...).want(409, "kept in the organization file")
}

// valuesOf are the values of a form's fields of that name, in their order.
func valuesOf(fields []string, name string) (out []string) {
	for n := 0; n < len(fields); n += 2 {
		if fields[n] == name {
			out = append(out, fields[n+1])
		}
	}
	return out
}
