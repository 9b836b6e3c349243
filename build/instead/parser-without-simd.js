throw new Error('this build needs a processor with WebAssembly SIMD; run warmgate from its sources instead');
