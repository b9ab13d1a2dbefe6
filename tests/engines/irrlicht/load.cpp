// Loads a model with Irrlicht, by its scene manager and without a window: `load FILE`. Exits with 0 if it is loaded,
// and with 1 if it is not.
#include <cstdio>
#include <irrlicht.h>

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::puts(IRRLICHT_SDK_VERSION);
        return 0;
    }
    irr::IrrlichtDevice *device = irr::createDevice(irr::video::EDT_NULL);
    if (device == nullptr) {
        std::fputs("there is no device\n", stderr);
        return 2;
    }
    // What it prints of textures and the like is of no interest.
    device->getLogger()->setLogLevel(irr::ELL_ERROR);
    const bool loads = device->getSceneManager()->getMesh(argv[1]) != nullptr;
    device->drop();
    return loads ? 0 : 1;
}
