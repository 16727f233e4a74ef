package db

import (
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models/timetable"
)

// AbsenceRecord is an absence of an address, which need not have a row of people (ADR absences-need-no-person).
type AbsenceRecord struct {
	OrgID    string `gorm:"primaryKey"`
	Email    string `gorm:"primaryKey"`
	FirstDay string `gorm:"primaryKey"`
	LastDay  string `gorm:"primaryKey"`
	Why      string
}

func (AbsenceRecord) TableName() string { return "absences" }

// Model is the absence of the row.
func (r AbsenceRecord) Model() timetable.Absence {
	return timetable.Absence{First: r.FirstDay, Last: r.LastDay, Reason: r.Why}
}

func absenceRecordOf(orgID, email string, a timetable.Absence) AbsenceRecord {
	return AbsenceRecord{orgID, email, a.First, a.Last, a.Reason}
}

// WriteAbsences replaces the absences of the address.
func WriteAbsences(tx *gorm.DB, orgID, email string, list []timetable.Absence) error {
	if err := Of(tx, orgID).Where("email = ?", email).Delete(&AbsenceRecord{}).Error; err != nil {
		return err
	}
	rows := make([]AbsenceRecord, len(list))
	for n, a := range list {
		rows[n] = absenceRecordOf(orgID, email, a)
	}
	_, err := Create(tx, rows, nil)
	return err
}

// ReadAbsences reads the absences of the address, in order.
func ReadAbsences(tx *gorm.DB, orgID, email string) (list []timetable.Absence, err error) {
	var rows []AbsenceRecord
	err = Of(tx, orgID).Where("email = ?", email).Order("first_day, last_day").Find(&rows).Error
	for _, r := range rows {
		list = append(list, r.Model())
	}
	return list, err
}

// ParseAbsences reads what [dialect.absences] wrote.
func ParseAbsences(list string) (out []timetable.Absence, err error) {
	const width = len(time.DateOnly)
	if list == "" {
		return nil, nil
	}
	for days := range strings.SplitSeq(list, ",") {
		if len(days) != 2*width {
			return nil, fmt.Errorf("%q are no days of an absence", days)
		}
		out = append(out, timetable.Absence{First: days[:width], Last: days[width:]})
	}
	return out, nil
}
