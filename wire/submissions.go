package wire

import "litmus/models"

// SubmittedFile is a file that was handed in with a submission.
type SubmittedFile struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Size int64  `json:"size"`
	Type string `json:"type"`
	Href string `json:"href"`
}

// SubmittedFilesOf renders files, whose addresses end with their ids; nil for none.
func SubmittedFilesOf(files []models.File, address string) (out []SubmittedFile) {
	for _, f := range files {
		out = append(out, SubmittedFile{f.ID, f.Name, f.Size, f.Type, address + f.ID})
	}
	return out
}
