package store_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/setup"
	"litmus/orgfile"
	"litmus/store/setups"
	"litmus/testdb"
)

// Applying what was exported changes nothing, on both databases; cli has the random organizations.
func TestExport(t *testing.T) { // D24
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := keptSetup()
		file.Imports[0].Step = "default/design" // as a file is read
		file.Organization.FallbackRecipients = []string{lou}
		file.Postings[0].Recruiters = []string{kit, grace}
		file.Organization.MemberNames = map[string]string{kit: "Kit Ortiz"}
		file.Organization.Brand = setup.Brand{Accent: "#1d6f42", LogoType: models.LogoSVG,
			Logo: []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)}
		f := open(t, url, file, bolt())
		f.must(f.adds(f.newMember("own@acme.example", "Own", "recruiter")))
		f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectPosting, f.posting("backend")))
		first := must(f.Setups.Export(ctx, "acme"))(t)
		before := f.dump()
		for _, prune := range []bool{false, true} {
			got := must(f.Setups.Apply(ctx, first, setups.Options{Prune: prune}))(t)
			f.unchanged(before)
			for _, line := range got.Changes {
				if !strings.HasPrefix(line, "unchanged: ") && !strings.HasPrefix(line, "kept ") {
					t.Errorf("with prune %t it %s", prune, line)
				}
			}
		}
		if n := f.count(func() { f.done(f.Setups.Export(ctx, "acme")) }); n > 22 {
			t.Errorf("%d statements, want a number that does not rise with the organization", n)
		}

		// An import that was canceled is left out.
		f.exec("update interviews set call_ended_at = null where id = ?", f.applied.Imports["gh-1"])
		f.exec("update interviews set canceled_at = ? where id = ?", noon, f.applied.Imports["gh-1"])
		again := must(f.Setups.Export(ctx, "acme"))(t)
		if len(first.Imports) != 1 || len(again.Imports) != 0 {
			t.Errorf("%d imports are exported, and %d once it was canceled, want 1 and 0", len(first.Imports),
				len(again.Imports))
		}
		f.refused(failure(f.Setups.Export(ctx, "nowhere")), models.NotFound, "an unknown organization")
	})
}

// What was stored before it was refused is exported, and applying that changes nothing; what is new is refused, and the
// refusal names its entry.
func TestExportOfWhatIsRefusedNow(t *testing.T) { // D24
	t.Parallel()
	const link = "https://kit@meet.example/1"
	marks := strings.Repeat("[a](", 4900)
	logo := `<svg xmlns="http://www.w3.org/2000/svg">` + strings.Repeat("<g>", 200) + strings.Repeat("</g>", 200) +
		"</svg>"
	testdb.Each(t, func(t *testing.T, url string) {
		file := acme()
		file.Imports[0].Step = "default/design"
		file.Organization.Brand = setup.Brand{LogoType: models.LogoSVG,
			Logo: []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)}
		f := open(t, url, file)
		f.exec("update assessments set instructions = ? where key = 'quiz'", marks)
		f.exec("update people set meeting_link = ? where email = ?", link, grace)
		f.exec("update posting_interviewers set meeting_link = ? where email = ?", link, alan)
		f.exec("update interviews set meeting_link = ? where id = ?", link, f.applied.Imports["gh-1"])
		f.exec("update logos set content = ?", []byte(logo))

		exported := must(f.Setups.Export(ctx, "acme"))(t)
		text := must(orgfile.Write(exported))(t)
		read := must(orgfile.Parse("acme.yaml", text))(t)
		f.apply(read) // the file knows the import's link from now on
		before := f.dump()
		for _, prune := range []bool{false, true} {
			f.done(f.Setups.Apply(ctx, read, setups.Options{Prune: prune}))
			f.unchanged(before)
		}

		for _, c := range []struct {
			names  string
			change func(s *setup.Setup)
		}{
			{"assessment week: the instructions: ", func(s *setup.Setup) { s.Assessments[3].Instructions = marks }},
			{"interviewer " + grace + ": the meeting link ", func(s *setup.Setup) {
				s.Interviewers[0].MeetingLink = link + "2"
			}},
			{"posting backend: the meeting link of " + alan, func(s *setup.Setup) {
				s.Postings[0].Interviewers[1].MeetingLink = link + "2"
			}},
			{"import gh-1: the meeting link ", func(s *setup.Setup) { s.Imports[0].MeetingLink = link + "2" }},
			{"import new: the meeting link ", func(s *setup.Setup) {
				s.Imports[0].Key, s.Imports[0].MeetingLink = "new", link
			}},
			{"organization: the SVG has more than 100 elements", func(s *setup.Setup) {
				s.Organization.Brand.Logo = []byte(strings.Replace(logo, "<g>", "<g><g/>", 1))
			}},
		} {
			changed := acme()
			changed.Organization.Brand.LogoType, changed.Organization.Brand.Logo = models.LogoSVG, []byte(logo)
			c.change(&changed)
			f.refusedSaying(failure(f.Setups.Apply(ctx, changed, setups.Options{})), models.Invalid, c.names,
				"a change of a file")
			f.unchanged(before)
		}
	})
}
