package models

// Origins of a record that the organization file and the dashboard may both have: where it is added, changed and
// removed (D24).
const (
	OriginFile      = "file"
	OriginDashboard = "dashboard"
)

// CheckOrigin refuses to change a record of the file's origin in the dashboard (D24). what names the record, such as
// `posting "Backend"`. The error is of kind [Conflict]. REST is not asked: the contract lets it change what it may.
func CheckOrigin(what, origin string) error {
	if origin == OriginFile {
		return Conflictf("%s is kept in the organization file; take it over to change it here", what)
	}
	return nil
}
