package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
)

// writeOverlay writes changed files, by their names below the module's root, to a directory, and returns the name of
// the file beside them by which the go command reads them in the place of the tree's.
func writeOverlay(root, dir string, files map[string]string) (name string, err error) {
	replaced := map[string]string{}
	for name, text := range files {
		changed := filepath.Join(dir, strconv.Itoa(len(replaced))+path.Base(name))
		replaced[filepath.Join(root, name)] = changed
		err = errors.Join(err, os.WriteFile(changed, []byte(text), 0o600))
	}
	overlay, marshalErr := json.Marshal(map[string]any{"Replace": replaced})
	name = filepath.Join(dir, "overlay.json")
	return name, errors.Join(err, marshalErr, os.WriteFile(name, overlay, 0o600))
}

// together are the changed files of a program that has all of the faults at once. Each is in another declaration.
func together(mutants []Mutant) (files map[string]string, err error) {
	files = map[string]string{}
	// The last declaration of a file first, so that the places of the others stay.
	mutants = slices.SortedFunc(slices.Values(mutants), func(a, b Mutant) int { return cmp.Compare(b.Start, a.Start) })
	last := map[string]int{}
	for _, m := range mutants {
		text, begun := files[m.File]
		if !begun {
			text = m.Original
		} else if last[m.File] == m.Start {
			return nil, fmt.Errorf("%s: another fault is in the same declaration", m.ID)
		}
		files[m.File] = text[:m.Start] + m.Declaration + text[m.Start+len(m.Before):]
		last[m.File] = m.Start
	}
	return files, nil
}
