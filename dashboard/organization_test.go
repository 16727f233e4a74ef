package dashboard

import (
	"bytes"
	"image"
	"image/png"
	"mime/multipart"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/keyring"
)

// sendLogo sends a form with a file, as a browser does.
func (b *browser) sendLogo(path, field, name string, content []byte, fields ...string) *reply {
	b.t.Helper()
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	for n := 0; n+1 < len(fields); n += 2 {
		if err := parts.WriteField(fields[n], fields[n+1]); err != nil {
			b.t.Fatal(err)
		}
	}
	part, err := parts.CreateFormFile(field, name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = parts.Close()
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return b.do("POST", path, body.String(), "Sec-Fetch-Site", "same-origin", "Content-Type", parts.FormDataContentType())
}

func TestOrganizationPage(t *testing.T) { // D23, D24
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	page := admin.get(site.OrganizationPath).want(200, "Kept in the organization file",
		"reminded 24 hours and 1 hour before", "LITMUS_REMINDERS")
	if !has(page.one("form#settings fieldset"), "disabled") || !has(page.one("form#brand fieldset"), "disabled") {
		t.Error("the form of settings that the file keeps can be filled in")
	}
	fields := page.fields("form#settings")
	admin.post(site.OrganizationPath, append(fields, "name", "Changed", "time_zone", "UTC")...).
		want(409, "kept in the organization file")
	admin.follow(admin.post("/dashboard/take-over", "subject", "organization", "id", w.org.ID, "back",
		site.OrganizationPath)).want(200).lacks("Kept in the organization file")

	page = admin.get(site.OrganizationPath)
	fields = page.fields("form#settings")
	other := having(fields, "name", "Marlowe Energy", "time_zone", "Asia/Kathmandu", "invite_days", "7",
		"fallback_recipients", "desk@marlowe.example\r\nroot@marlowe.example", "language", "de", "move_picked_only",
		"yes", "cancel_forbidden", "yes", "cancel_cutoff_hours", "6", "refill_hours", "3")
	saved := admin.follow(admin.post(site.OrganizationPath, other...)).
		want(200, "The settings are saved.", "Marlowe Energy", "Deutsch")
	for name, want := range map[string]string{"language": "de", "move_picked_only": "on", "cancel_forbidden": "on",
		"cancel_cutoff_hours": "6", "refill_hours": "3"} {
		equal(t, name+" in the form", typedIn(saved.fields("form#settings"), name), want)
	}
	o, err := w.Team.OrganizationOf(ctx, w.org.ID)
	w.must(err)
	verify.Each(t, "stored", verify.Fields{"Name": {o.Name, "Marlowe Energy"},
		"TimeZone": {o.TimeZone, "Asia/Kathmandu"}, "InviteDays": {o.InviteDays, 7},
		"len(FallbackRecipients)": {len(o.FallbackRecipients), 2}, "MailFrom": {o.MailFrom, w.org.MailFrom},
		"Language": {o.Language, "de"}, "MovePickedOnly": {o.MovePickedOnly, true},
		"CancelForbidden": {o.CancelForbidden, true}, "CancelCutoffHours": {o.CancelCutoffHours, 6},
		"RefillHours": {o.RefillHours, 3}})

	// A tab that was opened before is refused with both versions, and saves over it if it insists.
	stale := admin.post(site.OrganizationPath, having(fields, "name", "Marlowe Tidal 2")...).
		want(409, "What somebody else saved meanwhile", "Marlowe Energy", "Asia/Kathmandu")
	equal(t, "the name that was typed", attr(stale.one("form#settings input#name"), "value"), "Marlowe Tidal 2")
	admin.follow(admin.post(site.OrganizationPath, stale.fields("form#settings")...)).want(200, "Marlowe Tidal 2")
	if o, err = w.Team.OrganizationOf(ctx, w.org.ID); o.MovePickedOnly || o.CancelForbidden || err != nil {
		t.Errorf("boxes that are not ticked are stored as %+v (%v)", o, err)
	}
}

func TestBrandPage(t *testing.T) { // D23
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	w.must(w.Team.TakeOver(ctx, act.By{}, w.org.ID, models.SubjectOrganization, w.org.ID))
	var logo bytes.Buffer
	w.must(png.Encode(&logo, image.NewGray(image.Rect(0, 0, 8, 8))))
	version := func() string {
		return attr(admin.get(site.OrganizationPath).one("form#brand input[name=version]"), "value")
	}
	const brand = "/dashboard/organization/brand"
	admin.follow(admin.sendLogo(brand, "logo", "logo.png", logo.Bytes(), "accent", "#1D6F42", "version", version())).
		want(200, "The brand is saved.", "#1d6f42", "used", "Remove the logo")
	o, err := w.Team.OrganizationOf(ctx, w.org.ID)
	w.must(err)
	if o.Brand != (models.Brand{Accent: "#1d6f42", LogoType: models.LogoPNG, Version: 1}) {
		t.Errorf("the brand is %+v", o.Brand)
	}
	equal(t, "the logo on the page",
		attr(admin.get(site.OrganizationPath).one("form#brand img"), "src"), models.LogoPath(w.org.ID, 1))
	admin.follow(admin.post(brand, "accent", "#ffd400", "version", version())).
		want(200, "not used", "1.3 to 1", "the default colour stays")

	for says, send := range map[string]func() *reply{
		"meanwhile": func() *reply { return admin.post(brand, "accent", "#1d6f42", "version", "1") },
		"256 are allowed": func() *reply {
			return admin.sendLogo(brand, "logo", "l.png", bytes.Repeat([]byte("x"), 300<<10), "version", version())
		},
	} {
		r := send()
		problem := r.text("#problem")
		if r.Status < 400 || !strings.Contains(strings.ToLower(problem), strings.ToLower(says)) {
			t.Errorf("status %d, the problem is %q, want %q", r.Status, problem, says)
		}
	}
	admin.follow(admin.post(brand, "accent", "", "remove_logo", "on", "version", version())).
		want(200).lacks("Remove the logo")
}

func TestMakeOrganization(t *testing.T) { // D23
	t.Parallel()
	w := newEmptyWorld(t)
	path := access.PathToWelcome(secret, noon.Add(15*time.Minute))
	b := w.browser(t)
	page := b.get(path).want(200, "Make your organization")
	fields := page.fields("form#welcome")
	typed := having(fields, "name", "Acme", "slug", "acme", "time_zone", "Asia/Kathmandu", "admin_name", "Ada",
		"admin_email", "ada@acme.example")
	bad := b.post(path, having(typed, "slug", "Acme Inc")...).want(400, "lower-case letters")
	equal(t, "the name that was typed", attr(bad.one("form#welcome input#name"), "value"), "Acme")
	if !has(page.one("select#time_zone"), "data-device") || has(bad.one("select#time_zone"), "data-device") {
		t.Error("the zone of the device replaces what was chosen, or is not offered")
	}
	b.follow(b.post(path, typed...)).want(200)
	b.get(site.MembersPath).want(200, "ada@acme.example", "Ada").lacks("Kept in")
	o, err := w.Team.Organization(ctx, "acme")
	w.must(err)
	if o.TimeZone != "Asia/Kathmandu" || o.Origin != models.OriginDashboard || !o.Approved {
		t.Errorf("the organization is %+v", o)
	}

	// The link does nothing a second time, for nobody.
	again := w.browser(t)
	again.get(path).want(410, "does not work any more")
	again.post(path, having(typed, "slug", "bolt")...).want(410)
	if orgs, err := w.Team.Organizations(ctx); err != nil || len(orgs) != 1 {
		t.Errorf("there are %d organizations (%v)", len(orgs), err)
	}
}

func TestMakeOrganizationLinks(t *testing.T) { // D23
	t.Parallel()
	w := newEmptyWorld(t)
	b := w.browser(t)
	path := access.PathToWelcome(secret, noon.Add(15*time.Minute))
	for what, bad := range map[string]string{"changed": path[:len(path)-2] + "xx", "of nobody": models.WelcomePath + "x",
		"of another secret": access.PathToWelcome(keyring.Secret(strings.Repeat("another ", 4)), noon.Add(time.Hour))} {
		b.get(bad).want(410)
		if r := b.post(bad, "name", "Acme", "slug", "acme", "time_zone", "UTC", "admin_email", "a@x.example"); r.Status !=
			410 {
			t.Errorf("a link that is %s: status %d", what, r.Status)
		}
	}
	w.at(noon.Add(16 * time.Minute))
	b.get(path).want(410)
	if orgs, err := w.Team.Organizations(ctx); err != nil || len(orgs) != 0 {
		t.Errorf("there are %d organizations (%v)", len(orgs), err)
	}
}
