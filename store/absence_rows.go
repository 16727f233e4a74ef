package store

import (
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// absenceRecord is an absence of an address, which need not have a row of people (ADR absences-need-no-person).
type absenceRecord struct {
	OrgID    string `gorm:"primaryKey"`
	Email    string `gorm:"primaryKey"`
	FirstDay string `gorm:"primaryKey"`
	LastDay  string `gorm:"primaryKey"`
	Why      string
}

func (absenceRecord) TableName() string { return "absences" }

func (r absenceRecord) model() models.Absence {
	return models.Absence{First: r.FirstDay, Last: r.LastDay, Reason: r.Why}
}

func absenceRecordOf(orgID, email string, a models.Absence) absenceRecord {
	return absenceRecord{orgID, email, a.First, a.Last, a.Reason}
}

// writeAbsences replaces the absences of the address.
func writeAbsences(tx *gorm.DB, orgID, email string, list []models.Absence) error {
	if err := of(tx, orgID).Where("email = ?", email).Delete(&absenceRecord{}).Error; err != nil {
		return err
	}
	rows := make([]absenceRecord, len(list))
	for n, a := range list {
		rows[n] = absenceRecordOf(orgID, email, a)
	}
	_, err := create(tx, rows, nil)
	return err
}

// readAbsences reads the absences of the address, in order.
func readAbsences(tx *gorm.DB, orgID, email string) (list []models.Absence, err error) {
	var rows []absenceRecord
	err = of(tx, orgID).Where("email = ?", email).Order("first_day, last_day").Find(&rows).Error
	for _, r := range rows {
		list = append(list, r.model())
	}
	return list, err
}

// parseAbsences reads what [dialect.absences] wrote.
func parseAbsences(list string) (out []models.Absence, err error) {
	const width = len(time.DateOnly)
	if list == "" {
		return nil, nil
	}
	for days := range strings.SplitSeq(list, ",") {
		if len(days) != 2*width {
			return nil, fmt.Errorf("%q are no days of an absence", days)
		}
		out = append(out, models.Absence{First: days[:width], Last: days[width:]})
	}
	return out, nil
}
