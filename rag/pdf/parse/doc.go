// Package parse reads PDF files. A PDF is hostile and MuPDF is C, so that happens in a child process, which the sibyl
// binary plays itself (ChildMain) under limits of time, processor, memory, pages, unpacked size, text and output,
// without our environment and unable to write a file. Whatever happens there is one FileError on that report and
// nothing else. A Parser is safe for concurrent use and starts at most Workers children at a time; a child ends with
// its parse, with its limits, or with us. Pages that are pictures are read by tesseract, where it is installed, in a
// grandchild under the same limits.
//
// A parse is a pure function of the file, of document.Version and of whether pictures can be read here.
package parse
