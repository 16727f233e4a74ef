package cli

import (
	"testing"
	"time"

	"litmus/models/act"
	"litmus/models/booking"
)

func TestOrgsList(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	ids := x.ids
	canceled := x.booked()
	s, org := x.open()
	if _, _, err := s.Bookings.Change(t.Context(), act.By{}, org.ID, canceled.Interview.ID,
		booking.Cancel); err != nil {
		t.Fatal(err)
	}
	x.booked()
	x.booked(external, func(o *booking.Order) { o.CandidateEmail = "casey@candidate.example" })
	x.clock.Set(noon.Add(time.Hour))
	x.apply(x.example("  slug: northwind\n", "  slug: everest\n", "  name: Northwind Optics\n", "  name: Everest\n",
		"  approved: true\n", "  approved: false\n", "  time_zone: Europe/Berlin\n", "  time_zone: Asia/Kathmandu\n"))

	// To come are the booking and the import of 2033, but neither what is canceled nor the unused link.
	var got []listedOrganization
	x.mustJSON(&got, "orgs", "list")
	same(t, "the organizations", got, []listedOrganization{
		{ID: ids.Organization, Slug: "northwind", Name: "Northwind Optics", TimeZone: "Europe/Berlin", Approved: true,
			Postings: len(ids.Postings), ToCome: 2, CreatedAt: "2032-02-02T12:00:00.000Z"},
		{ID: x.ids.Organization, Slug: "everest", Name: "Everest", TimeZone: "Asia/Kathmandu",
			Postings: len(x.ids.Postings), ToCome: 1, CreatedAt: "2032-02-02T13:00:00.000Z"}})
	x.tabled([][]string{
		{"SLUG", "NAME", "TIME ZONE", "APPROVED", "POSTINGS", "TO COME", "ID"},
		{"northwind", "Northwind Optics", "Europe/Berlin", "true", "4", "2", ids.Organization},
		{"everest", "Everest", "Asia/Kathmandu", "false", "4", "1", x.ids.Organization},
	}, "orgs", "list")
}

func TestOrgsList_none(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	x.prints("[]\n", "orgs", "list", "--json")
	x.tabled([][]string{{"SLUG", "NAME", "TIME ZONE", "APPROVED", "POSTINGS", "TO COME", "ID"}}, "orgs", "list")
	delete(x.env, "LITMUS_DATABASE_URL")
	x.fails(exitUsage, []string{"holds no litmus.db"}, "orgs", "list", "--data", t.TempDir())
}
