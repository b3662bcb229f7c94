import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    reporters: process.env['CI'] === undefined ? ['default'] : ['default'],
  },
  define: { __VERSION__: JSON.stringify('0.0.0-test') },
});
