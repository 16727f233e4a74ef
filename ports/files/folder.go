package files

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// Folder keeps files in a folder of this machine.
type Folder struct{ root *os.Root }

// OpenFolder returns the store in that folder, which is made if it is not there.
func OpenFolder(name string) (*Folder, error) {
	if err := os.MkdirAll(name, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of files: %w", err)
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("open the folder of files: %w", err)
	}
	return &Folder{root}, nil
}

// Put writes beside the file, and renames once all of it is on the disk.
func (f *Folder) Put(_ context.Context, key string, content io.Reader) error {
	return f.put(key, content, f.root.Rename)
}

// PutNew writes beside the file, and links it once all of it is on the disk. Where there are no links it renames: of
// two at once the later one remains.
func (f *Folder) PutNew(_ context.Context, key string, content io.Reader) error {
	return f.put(key, content, func(part, key string) error {
		err := f.root.Link(part, key)
		if _, there := f.root.Lstat(key); errors.Is(there, fs.ErrNotExist) {
			return f.root.Rename(part, key)
		}
		if err == nil || errors.Is(err, fs.ErrExist) {
			_ = f.root.Remove(part)
			return nil
		}
		return err
	})
}

// put writes a file that is given its name by place.
func (f *Folder) put(key string, content io.Reader, place func(part, key string) error) (err error) {
	mustKey(key)
	if err := f.root.MkdirAll(path.Dir(key), 0o700); err != nil {
		return fmt.Errorf("keep file: %w", err)
	}
	part := key + "." + rand.Text() + ".part"
	file, err := f.root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("keep file: %w", err)
	}
	from := &source{Reader: content}
	_, err = io.Copy(file, from)
	if err == nil {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = place(part, key)
	}
	if err != nil {
		_ = f.root.Remove(part) // else it is collected
		if from.err != nil {
			return from.err
		}
		return fmt.Errorf("keep file: %w", err)
	}
	if dir, err := f.root.Open(path.Dir(key)); err == nil { // not everywhere can a folder be synced
		_ = dir.Sync()
		_ = dir.Close()
	}
	return nil
}

// Open opens the file.
func (f *Folder) Open(_ context.Context, key string) (io.ReadCloser, error) {
	mustKey(key)
	file, err := f.root.Open(key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, fmt.Errorf("open file: %w", err)
	}
	return file, nil
}

// Delete removes the file.
func (f *Folder) Delete(_ context.Context, key string) error {
	mustKey(key)
	if err := f.root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete file: %w", err)
	}
	return nil
}

// List walks through the folder. What is there and has no key of ours was put there by somebody else, and is left out.
func (f *Folder) List(ctx context.Context, visit func(Entry) error) error {
	return fs.WalkDir(f.root.FS(), ".", func(key string, d fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if errors.Is(err, fs.ErrNotExist) || err == nil && (d.IsDir() || !keys.MatchString(key)) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("list files: %w", err)
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) { // deleted meanwhile
			return nil
		}
		if err != nil {
			return fmt.Errorf("list files: %w", err)
		}
		return visit(Entry{Key: key, At: info.ModTime()})
	})
}
