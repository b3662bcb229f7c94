/** The interceptor under many mocking tools: it replaces fetch and lets pass what nobody mocks. */
import { FetchInterceptor } from '@mswjs/interceptors/fetch';

const interceptor = new FetchInterceptor();
interceptor.apply();
// With a listener it clones each response.
interceptor.on('response', ({ response }) => {
  void response.text().catch(() => undefined);
});
