package team

import (
	"context"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/store/internal/db"
)

// CreateOrganization makes an organization with its first admin, both kept in the dashboard (D23). It returns a
// [models.Conflict] if the short name is taken. only makes it refuse, likewise, while there is any organization.
func (s *Store) CreateOrganization(ctx context.Context, n models.NewOrganization,
	only bool) (o models.Organization, admin models.Member, err error) {
	o, admin = n.Make(db.NewID(db.PrefixOrganization), s.db.Now())
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		// An apply of a file with this short name holds the same lock. Another first organization may have another
		// name.
		if err := s.db.Dialect.Lock(tx, db.ApplyKey(o.Slug), "first organization"); err != nil {
			return err
		}
		var all, same int64
		if err := tx.Model(&db.OrganizationRecord{}).Count(&all).Error; err != nil {
			return err
		}
		if err := tx.Model(&db.OrganizationRecord{}).Where("slug = ?", o.Slug).Count(&same).Error; err != nil {
			return err
		}
		switch {
		case only && all > 0:
			return models.Conflictf("an organization was made already; sign in to it")
		case same > 0:
			return models.InField("short name",
				models.Conflictf("there is an organization with the short name %s; choose another", o.Slug))
		}
		row := db.OrganizationRecordOf(o)
		row.AllowPrivateNetworks = n.PrivateNetworks
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		if err := tx.Create(&MemberRecord{OrgID: o.ID, Email: admin.Email, Name: admin.Name, Role: string(admin.Role),
			Origin: admin.Origin, CreatedAt: o.CreatedAt, UpdatedAt: o.CreatedAt}).Error; err != nil {
			return err
		}
		return s.db.Note(act.By{}, tx, o.ID,
			models.Change{Subject: models.SubjectOrganization, SubjectID: o.ID, Kind: models.ChangeCreated},
			models.Change{Subject: models.SubjectMember, SubjectID: admin.Email, Kind: models.ChangeCreated,
				Details: models.Changed(models.FieldRole, "", string(admin.Role))})
	})
	if err != nil {
		return models.Organization{}, models.Member{}, db.Wrap("create organization", err)
	}
	return o, admin, nil
}

// Empty reports whether the database has no organization.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	var n int64
	err := s.db.Read.WithContext(ctx).Model(&db.OrganizationRecord{}).Count(&n).Error
	return n == 0, db.Wrap("count organizations", err)
}

// EditOrganization saves the settings of an admin who was shown the given version, see
// [models.Organization.DecideSettings] for what is refused. It returns the organization as it is stored afterwards.
func (s *Store) EditOrganization(ctx context.Context, by act.By, orgID string, version int64,
	settings models.Settings) (models.Organization, error) {
	var after models.Organization
	err := s.changeOrganization(ctx, by, orgID,
		func(_ *gorm.DB, o models.Organization) (models.Organization, bool, error) {
			var changed bool
			var err error
			after, changed, err = o.DecideSettings(settings, version, s.db.Policy())
			return after, changed, err
		})
	return after, db.Wrap("edit organization", err)
}

// EditLimits saves how much the organization and its people interview at most (P5), for an admin who was shown the
// given version of the settings; see [models.Organization.DecideLimits].
func (s *Store) EditLimits(ctx context.Context, by act.By, orgID string, version int64,
	l models.OrganizationLimits) (models.Organization, error) {
	var after models.Organization
	err := s.changeOrganization(ctx, by, orgID,
		func(_ *gorm.DB, o models.Organization) (models.Organization, bool, error) {
			var changed bool
			var err error
			after, changed, err = o.DecideLimits(l, version)
			return after, changed, err
		})
	return after, db.Wrap("edit limits", err)
}

// changeOrganization decides a change of the organization's row under a lock and writes it.
func (s *Store) changeOrganization(ctx context.Context, by act.By, orgID string,
	decide func(*gorm.DB, models.Organization) (models.Organization, bool, error)) error {
	return s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.db.LockApply(tx, orgID); err != nil {
			return err
		}
		before, err := db.ReadOrganization(tx, "id", orgID)
		if err != nil {
			return err
		}
		after, changed, err := decide(tx, before)
		if err != nil || !changed {
			return err
		}
		after.UpdatedAt = s.db.NowOf(orgID)
		if after.TimeZone != before.TimeZone { // people without a zone of their own have moved
			if err := db.RequestFullSyncs(tx, orgID, after.UpdatedAt); err != nil {
				return err
			}
		}
		row := db.OrganizationRecordOf(after)
		// The networks are not in the model, and the file alone writes them.
		if err := tx.Select("*").Omit("allow_private_networks").Updates(&row).Error; err != nil {
			return err
		}
		return s.db.Note(by, tx, orgID, models.Change{Subject: models.SubjectOrganization, SubjectID: orgID,
			Kind: models.ChangeEdited, Details: settingsDetails(before, after)})
	})
}

// The fields of an organization that its history tells of, beside those of other records.
const (
	fieldLanguage    models.Field = "language"
	fieldSender      models.Field = "sender"
	fieldSupport     models.Field = "support_email"
	fieldInviteDays  models.Field = "days_of_an_invitation"
	fieldReschedules models.Field = "changes_of_a_time"
	fieldCutoff      models.Field = "hours_before_which_a_time_can_be_changed"
	fieldPickedOnly  models.Field = "move_picked_only"
	fieldUndo        models.Field = "undo_seconds"
	fieldRefill      models.Field = "hours_before_which_a_seat_is_refilled"
	fieldNoCancel    models.Field = "cancel_forbidden"
	fieldCancelUntil models.Field = "hours_before_which_an_interview_can_be_canceled"
	fieldFallback    models.Field = "fallback_recipients"
	fieldAccent      models.Field = "accent_colour"
	fieldLogo        models.Field = "logo"
)

func settingsDetails(before, after models.Organization) (out []models.Detail) {
	for _, d := range []struct {
		field         models.Field
		before, after string
	}{
		{models.FieldName, before.Name, after.Name},
		{models.FieldTimeZone, before.TimeZone, after.TimeZone},
		{fieldLanguage, before.Language, after.Language},
		{fieldSender, before.MailFrom, after.MailFrom},
		{fieldSupport, before.SupportEmail, after.SupportEmail},
		{fieldInviteDays, strconv.Itoa(before.InviteDays), strconv.Itoa(after.InviteDays)},
		{fieldReschedules, strconv.Itoa(before.RescheduleMax), strconv.Itoa(after.RescheduleMax)},
		{fieldCutoff, strconv.Itoa(before.RescheduleCutoffHours), strconv.Itoa(after.RescheduleCutoffHours)},
		{fieldPickedOnly, strconv.FormatBool(before.MovePickedOnly), strconv.FormatBool(after.MovePickedOnly)},
		{fieldNoCancel, strconv.FormatBool(before.CancelForbidden), strconv.FormatBool(after.CancelForbidden)},
		{fieldCancelUntil, strconv.Itoa(before.CancelCutoffHours), strconv.Itoa(after.CancelCutoffHours)},
		{fieldUndo, strconv.Itoa(before.UndoSeconds), strconv.Itoa(after.UndoSeconds)},
		{fieldRefill, strconv.Itoa(before.RefillHours), strconv.Itoa(after.RefillHours)},
		{fieldFallback, strings.Join(before.FallbackRecipients, ", "), strings.Join(after.FallbackRecipients, ", ")},
		{models.FieldLimits, db.JSONText(before.Limits), db.JSONText(after.Limits)},
		{fieldAccent, before.Brand.Accent, after.Brand.Accent},
		{fieldLogo, before.Brand.LogoType, after.Brand.LogoType},
	} {
		out = append(out, models.Changed(d.field, d.before, d.after)...)
	}
	if len(out) == 0 { // another logo of the same type
		out = []models.Detail{{Field: fieldLogo, Before: before.Brand.LogoType, After: after.Brand.LogoType}}
	}
	return out
}
