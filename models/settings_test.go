package models_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/desk"
)

// settingsForm is a form of settings that can be saved, changed by alter.
func settingsForm(alter func(*models.SettingsForm)) models.SettingsForm {
	f := models.SettingsForm{Name: "Acme", TimeZone: "Europe/Berlin"}
	if alter != nil {
		alter(&f)
	}
	return f
}

func TestSettingsForm(t *testing.T) { // D23
	t.Parallel()
	full := models.SettingsForm{Name: " Acme\u0007 ", TimeZone: " Asia/Kathmandu ", MailFrom: "Acme <hi@acme.example>",
		Language: " de ", InviteDays: " 7 ", RescheduleMax: "0", RescheduleCutoffHours: "48", UndoSeconds: " 0 ",
		FallbackRecipients: "Fay@acme.example, gus@acme.example\r\nfay@acme.example;"}
	want := models.Settings{Name: "Acme", TimeZone: "Asia/Kathmandu", Language: "de",
		MailFrom: "Acme <hi@acme.example>", InviteDays: 7,
		RescheduleMax: 0, RescheduleCutoffHours: 48, FallbackRecipients: []string{desk.Fay, desk.Gus}}
	got, err := full.Parse()
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v (%v), want %+v", got, err, want)
	}
	if again, err := got.FormOf().Parse(); err != nil || !reflect.DeepEqual(again, want) {
		t.Errorf("the form of what was saved gives %+v (%v)", again, err)
	}
	least, err := settingsForm(nil).Parse()
	if err != nil || !reflect.DeepEqual(least, models.Settings{Name: "Acme", TimeZone: "Europe/Berlin", Language: "en",
		RescheduleMax:         2,
		RescheduleCutoffHours: 12, UndoSeconds: 10}) {
		t.Errorf("got %+v (%v), want the defaults", least, err)
	}
	for field, alter := range map[string]func(*models.SettingsForm){
		"name":                      func(f *models.SettingsForm) { f.Name = " \t" },
		"time zone":                 func(f *models.SettingsForm) { f.TimeZone = "Mars/Olympus" },
		"language":                  func(f *models.SettingsForm) { f.Language = "fr" },
		"sender of letters":         func(f *models.SettingsForm) { f.MailFrom = "Acme" },
		"days of an invitation":     func(f *models.SettingsForm) { f.InviteDays = "0" },
		`days of an invitation "x"`: func(f *models.SettingsForm) { f.InviteDays = "x" },
		"most changes of a time":    func(f *models.SettingsForm) { f.RescheduleMax = "-1" },
		"hours before which":        func(f *models.SettingsForm) { f.RescheduleCutoffHours = "8761" },
		"fallback recipient":        func(f *models.SettingsForm) { f.FallbackRecipients = "fay@acme.example nobody" },
		"more than 50": func(f *models.SettingsForm) {
			for n := range 51 {
				f.FallbackRecipients += strings.Repeat("a", n+1) + "@x.io\n"
			}
		},
	} {
		desk.WantRefusal(t, field, models.Invalid, field)(settingsForm(alter).Parse())
	}
}

func TestDecideSettings(t *testing.T) { // D23, D24
	t.Parallel()
	o := models.Organization{ID: "org_1", Slug: "acme", Name: "Acme", TimeZone: "UTC", RescheduleMax: 2,
		RescheduleCutoffHours: 12, Version: 3, Origin: models.OriginDashboard, FallbackRecipients: []string{desk.Fay}}
	other := o.Settings()
	other.Name, other.FallbackRecipients = "Acme Robotics", []string{desk.Gus}
	after, changed, err := o.DecideSettings(other, 3, models.Policy{})
	verify.Each(t, "the organization", verify.Fields{"error": {err, nil}, "changed": {changed, true},
		"Version":  {after.Version, 4},
		"Settings": {after.Settings(), other}, "ID": {after.ID, o.ID}, "Slug": {after.Slug, o.Slug}})
	if _, changed, err := o.DecideSettings(o.Settings(), 3, models.Policy{}); changed || err != nil {
		t.Errorf("the same settings changed something: %t (%v)", changed, err)
	}
	if got, changed, err := o.DecideSettings(other, 2, models.Policy{}); models.KindOf(err) != models.Conflict ||
		changed ||
		!reflect.DeepEqual(got, o) {
		t.Errorf("a stale form: %+v, %t (%v)", got, changed, err)
	}
	o.Origin = models.OriginFile
	if _, changed, err := o.DecideSettings(other, 3, models.Policy{}); models.KindOf(err) != models.Conflict ||
		changed ||
		!strings.Contains(err.Error(), "kept in the organization file") {
		t.Errorf("settings of the file: %t (%v)", changed, err)
	}
}

func TestNewOrganization(t *testing.T) { // D23
	t.Parallel()
	form := models.NewOrganizationForm{Name: "Acme", Slug: " acme ", TimeZone: "Asia/Kathmandu", AdminName: "Ada",
		AdminEmail: "Ada@acme.example"}
	n, err := form.Parse()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2031, 3, 3, 12, 0, 0, 999, time.UTC)
	o, admin := n.Make("org_1", now)
	want := models.Organization{ID: "org_1", Slug: "acme", Name: "Acme", Approved: true, TimeZone: "Asia/Kathmandu",
		Language: "en", RescheduleMax: 2, RescheduleCutoffHours: 12, UndoSeconds: 10, Origin: models.OriginDashboard, Version: 1,
		CreatedAt: models.Instant(now),
		UpdatedAt: models.Instant(now)}
	if !reflect.DeepEqual(o, want) {
		t.Errorf("got  %+v\nwant %+v", o, want)
	}
	if admin != (models.Member{OrgID: "org_1", Email: "ada@acme.example", Name: "Ada", Role: models.Admin, Origin: models.OriginDashboard}) {
		t.Errorf("the admin is %+v", admin)
	}
	for field, alter := range map[string]func(*models.NewOrganizationForm){
		"name is required": func(f *models.NewOrganizationForm) { f.Name = "" },
		"short name":       func(f *models.NewOrganizationForm) { f.Slug = "Acme Inc" },
		"time zone":        func(f *models.NewOrganizationForm) { f.TimeZone = "nowhere" },
		"email":            func(f *models.NewOrganizationForm) { f.AdminEmail = "ada" },
	} {
		bad := form
		alter(&bad)
		desk.WantRefusal(t, field, models.Invalid, field)(bad.Parse())
	}
}
