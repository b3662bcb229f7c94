import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Property tests run thousands of cases; how long that takes is the machine's affair.
    testTimeout: 120_000,
  },
  define: { __VERSION__: JSON.stringify('0.0.0-test') },
});
