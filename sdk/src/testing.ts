// For the tests of a platform: webhooks that verify, and a service in memory.
export {
  createFakeService,
  type FakeService,
  type FakeServiceOptions,
} from './testing/fake-service.ts';
export {
  createTestSigner,
  type SignedWebhook,
  type TestSigner,
  type TestSignerOptions,
} from './testing/test-signer.ts';
