// The demo catalogue. Found at run time by `ResourceLocator`, never through `Bundle.module`,
// which traps once `.build` is gone.
