# SPDX-License-Identifier: Apache-2.0
#
# The mx build: `mx build` makes the same jars as Maven. The poms are what a newcomer runs; ci/test-builds-agree
# compares the two. A new version of a library: change pom.xml, its version here, and its digest (sha512 of the jar).
suite = {
    "name": "colors",
    "mxversion": "7.84.1",
    "version": "0.1.0",
    "release": False,
    "groupId": "org.colors",
    "defaultLicense": "Apache-2.0",
    "javac.lint.overrides": "-path,-restricted,-requires-automatic,-module",

    "licenses": {
        "BouncyCastle": {"name": "Bouncy Castle Licence", "url": "https://www.bouncycastle.org/licence.html"},
        "CC0": {"name": "CC0 1.0 Universal", "url": "https://creativecommons.org/publicdomain/zero/1.0/"},
        "ICU": {"name": "Unicode/ICU License", "url": "https://www.unicode.org/copyright.html"},
        "PSF": {"name": "Python Software Foundation License", "url": "https://docs.python.org/3/license.html"},
    },

    "projects": {
        "org.colors.native": {
            "dir": "native",
            "native": True,
            "output": "native/build",
            "results": ["libcolors.so", "colorsd"],
        },
        "org.colors": {
            "type": "ModuleSources",
            "dir": "src",
            "module": "colors",
            "sourceDirs": ["main/java"],
            "javaCompliance": "25+",
        },
        "colors.truffle": {
            "type": "ModuleSources",
            "dir": "truffle-lang",
            "module": "colors.truffle",
            "sourceDirs": ["main/java", "main/resources"],
            "packages": {"python": "python"},
            "dependencies": ["org.colors", "POLYGLOT", "TRUFFLE_API", "PYTHON_LANGUAGE", "JS_LANGUAGE"],
            "annotationProcessors": ["TRUFFLE_DSL_PROCESSOR"],
            # GraalPy's internals, for attribute access as fast as its own.
            "addExports": {
                "org.graalvm.py": [
                    "com.oracle.graal.python",
                    "com.oracle.graal.python.builtins",
                    "com.oracle.graal.python.builtins.objects",
                    "com.oracle.graal.python.builtins.objects.buffer",
                    "com.oracle.graal.python.builtins.objects.common",
                    "com.oracle.graal.python.builtins.objects.function",
                    "com.oracle.graal.python.builtins.objects.getsetdescriptor",
                    "com.oracle.graal.python.builtins.objects.list",
                    "com.oracle.graal.python.builtins.objects.object",
                    "com.oracle.graal.python.builtins.objects.type",
                    "com.oracle.graal.python.lib",
                    "com.oracle.graal.python.nodes",
                    "com.oracle.graal.python.nodes.call",
                    "com.oracle.graal.python.nodes.object",
                    "com.oracle.graal.python.runtime",
                    "com.oracle.graal.python.runtime.object",
                    "com.oracle.graal.python.runtime.sequence",
                    "com.oracle.graal.python.runtime.sequence.storage",
                    "com.oracle.graal.python.util",
                ],
            },
            "javaCompliance": "25+",
        },
        "colors.benchmarks": {
            "type": "ModuleSources",
            "dir": "benchmarks",
            "sourceDirs": ["main/java", "main/resources"],
            "dependencies": [
                "org.colors", "colors.truffle", "POLYGLOT", "JMH_CORE", "PICOCLI", "GSON", "HDRHISTOGRAM", "KRYO",
                "FORY_CORE", "JOL_CORE", "CHRONICLE_MAP", "AERON_DRIVER",
            ],
            "requires": ["java.management", "jdk.management"],
            "annotationProcessors": ["JMH_GENERATOR"],
            "javaCompliance": "25+",
        },
    },

    "distributions": {
        "COLORS_NATIVE": {
            "native": True,
            "dependencies": ["org.colors.native"],
            "description": "libcolors and the daemon colorsd.",
            "maven": False,
        },
        "COLORS_RUNTIME": {
            "dependencies": ["org.colors"],
            "manifestEntries": {
                "Premain-Class": "colors.agent.Agent",
                "Can-Retransform-Classes": "true",
            },
            "description": "The Java API and core: module colors. Needs no other library.",
        },
        "COLORS_TRUFFLE": {
            "dependencies": ["colors.truffle"],
            "distDependencies": ["COLORS_RUNTIME"],
            # The first line compiles it; the second is what a process needs besides.
            "exclude": [
                "POLYGLOT", "TRUFFLE_API", "PYTHON_LANGUAGE", "JS_LANGUAGE",
                "PYTHON_RESOURCES", "TRUFFLE_RUNTIME", "TRUFFLE_COMPILER", "COMPILER",
            ],
            "description": "The Truffle language colors and its launcher: module colors.truffle.",
        },
        "COLORS_BENCHMARKS": {
            "dependencies": ["colors.benchmarks"],
            "distDependencies": ["COLORS_RUNTIME", "COLORS_TRUFFLE"],
            "exclude": [
                "POLYGLOT", "JMH_CORE", "PICOCLI", "GSON", "HDRHISTOGRAM", "KRYO", "FORY_CORE", "GUAVA", "JOL_CORE",
                "CHRONICLE_MAP", "AERON_DRIVER",
            ],
            "description": "Shared objects against private ones, with JMH.",
            "maven": False,
        },
    },

    "libraries": {
        "AERON_ANNOTATIONS": {
            "digest": "sha512:9b0856c3caf2750a5b0e3a48e501fcf9284c8dcf29648808abbdb187cd4b384c67e56eb0e5acc647ba5306ff3db6c38034b44142b343043803eb4c3d45dd58c6",
            "license": "Apache-2.0",
            "maven": {"groupId": "io.aeron", "artifactId": "aeron-annotations", "version": "1.51.0"},
        },
        "AERON_CLIENT": {
            "digest": "sha512:3620f514bcb6a4124da990288d8e883ac44eb1cc66e282fc709775dc35db0df2163517576cb9b37627ad5cd31ee5b6ec2d8283a727d0aec030585a083a204f4c",
            "dependencies": ["AERON_ANNOTATIONS", "AGRONA"],
            "license": "Apache-2.0",
            "maven": {"groupId": "io.aeron", "artifactId": "aeron-client", "version": "1.51.0"},
        },
        "AERON_DRIVER": {
            "digest": "sha512:e88c4137cd76810b2f5cb79e41ac51ec20bd7b75757c429f9a2518ed19184a1244a903d1e0dedf2863caaf6c0e36e20617bb51ea37442786feef3c6b18aeca8c",
            "dependencies": ["AERON_CLIENT"],
            "license": "Apache-2.0",
            "maven": {"groupId": "io.aeron", "artifactId": "aeron-driver", "version": "1.51.0"},
        },
        "AGRONA": {
            "digest": "sha512:a6518b03eb76b6397bc93cc3d86647477620ecb47516b31be74d58b23a8d9f104c01127c18235113874d8e620e965dbc7f3a720d4c1e0c2be3c2ac6daed72fe0",
            "license": "Apache-2.0",
            "maven": {"groupId": "org.agrona", "artifactId": "agrona", "version": "2.4.1"},
        },
        "BCPKIX": {
            "digest": "sha512:d71a45844a7946b6a70315254e82a335d2df5e402b2d5a3b496fa69b355184338011b49c5f1c76026764a76f62f2bc140c25db2881bca91dde9677a25c6d587b",
            "dependencies": ["BCPROV", "BCUTIL"],
            "license": "BouncyCastle",
            "maven": {"groupId": "org.bouncycastle", "artifactId": "bcpkix-jdk18on", "version": "1.78.1"},
        },
        "BCPROV": {
            "digest": "sha512:fb10c3c089921c8173ad285329f730e0e78de175d1b50b9bdd79c6a85a265af9b3331caa0c1ed57e5f47047319ce3b0f3bb5def0a3db9cccf2755cc95e145e52",
            "license": "BouncyCastle",
            "maven": {"groupId": "org.bouncycastle", "artifactId": "bcprov-jdk18on", "version": "1.78.1"},
        },
        "BCUTIL": {
            "digest": "sha512:6a338c50d662993c9f00bba23f98443c923b9a95ff61dc653906f51857f8afaecc57a536bfaf6848ac8e7e9ce0a21f84ec068815853261268f97e951526bc766",
            "dependencies": ["BCPROV"],
            "license": "BouncyCastle",
            "maven": {"groupId": "org.bouncycastle", "artifactId": "bcutil-jdk18on", "version": "1.78.1"},
        },
        "CHRONICLE_ALGORITHMS": {
            "digest": "sha512:b9e99bba8740af6abd01cd5559fd0ac309ff80661f31bc2fcb29c8f580ee62cf99ff29817019256123fc24e408bd683a7f546cf7256617eef65595c5918ea347",
            "dependencies": ["CHRONICLE_BYTES", "CHRONICLE_CORE"],
            "license": "Apache-2.0",
            "maven": {"groupId": "net.openhft", "artifactId": "chronicle-algorithms", "version": "2026.2"},
        },
        "CHRONICLE_BYTES": {
            "digest": "sha512:4ff74cd37130e5220fa178d86bf9e999b5f3da5c7b57a22a6c6d593cd39336e1d367b9ed8861fd4cb4673adb6f5f8aaa7c30175dc7d412de278ab74f93f78a3a",
            "dependencies": ["CHRONICLE_CORE"],
            "license": "Apache-2.0",
            "maven": {"groupId": "net.openhft", "artifactId": "chronicle-bytes", "version": "2026.3"},
        },
        "CHRONICLE_COMPILER": {
            "digest": "sha512:9ec600a333e0efda284fd5bb7cc1592cb7e961581b28b7c1d0a988dff7b6148f47fbacf8b32a256595cee6202b8f70e8a60b41c59ff3d84a93440e9b4166a571",
            "dependencies": ["SLF4J_API"],
            "license": "Apache-2.0",
            "maven": {"groupId": "net.openhft", "artifactId": "compiler", "version": "2026.2"},
        },
        "CHRONICLE_CORE": {
            "digest": "sha512:1185f23f36d0180af73e9e4e9a38b537bbcb9d539558f6b5ac4585a02e06375ad42dd93bab4fd1bc5a33031a2f34ad29de04f43a6a066e51e83ce03ccca19da6",
            "dependencies": ["CHRONICLE_POSIX", "SLF4J_API"],
            "license": "Apache-2.0",
            "maven": {"groupId": "net.openhft", "artifactId": "chronicle-core", "version": "2026.3"},
        },
        "CHRONICLE_MAP": {
            "digest": "sha512:186e836fa0e46636f54687c779436cb92ca1f34b58ffb852a5cbe7be3482d6dbca0762d9e552cdf63b9878787eb042d6a59a094048a356f09410c22f15cb976e",
            "dependencies": [
                "CHRONICLE_ALGORITHMS", "CHRONICLE_BYTES", "CHRONICLE_CORE", "CHRONICLE_POSIX", "CHRONICLE_THREADS",
                "CHRONICLE_VALUES", "CHRONICLE_WIRE", "SLF4J_API",
            ],
            "license": "Apache-2.0",
            "maven": {"groupId": "net.openhft", "artifactId": "chronicle-map", "version": "2026.1"},
        },
        "CHRONICLE_POSIX": {
            "digest": "sha512:0b669d33ce6e303a2f052a6c91cde8675203c7ac8ab9025ed17b3696e88cdc29bc002cef7de1f93ee169f6c294e00cfc247afb2fea37a52e952f50a77137eadc",
            "dependencies": ["SLF4J_API"],
            "license": "Apache-2.0",
            "maven": {"groupId": "net.openhft", "artifactId": "posix", "version": "2026.2"},
        },
        "CHRONICLE_THREADS": {
            "digest": "sha512:efb5310bdaf723e72482c3b336eca4586ee8b6d7997f37416df6e9ca1f4076b46ac593991e36c91e040469034afed57e74f7b26ad8922cb5567bcd95972108ad",
            "dependencies": ["CHRONICLE_CORE"],
            "license": "Apache-2.0",
            "maven": {"groupId": "net.openhft", "artifactId": "chronicle-threads", "version": "2026.3"},
        },
        "CHRONICLE_VALUES": {
            "digest": "sha512:d54af294a346a26b9b2ba061297ea31c740a2a1420c116f2a5ac994034e46f61da591d282df0cc365a1bcccb296f94b2624f6e754204cdfd939fde292c21db88",
            "dependencies": ["CHRONICLE_BYTES", "CHRONICLE_COMPILER", "CHRONICLE_CORE", "JAVAPOET"],
            "license": "Apache-2.0",
            "maven": {"groupId": "net.openhft", "artifactId": "chronicle-values", "version": "2026.2"},
        },
        "CHRONICLE_WIRE": {
            "digest": "sha512:dac69c1b6e3b7dc431470a1946693e51d07ad9a0ae370310e04635bba982c0d0286c0bb6826e3ba79f7f975132f8444c92e4643afac19956735da99ca2bf7c20",
            "dependencies": [
                "CHRONICLE_BYTES", "CHRONICLE_COMPILER", "CHRONICLE_CORE", "CHRONICLE_THREADS", "SLF4J_API",
            ],
            "license": "Apache-2.0",
            "maven": {"groupId": "net.openhft", "artifactId": "chronicle-wire", "version": "2026.3"},
        },
        "COLLECTIONS": {
            "digest": "sha512:e5129a0734ea720a031d9b154971d6fc646502c96ec14e5c41dcf898a923aed1df34065d9ff60e44b5d8dc312c9ca5f837e5969fd0743bde59c12ac051ae9ad9",
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.sdk", "artifactId": "collections", "version": "25.0.3"},
        },
        "COMMONS_MATH3": {
            "digest": "sha512:8bc2438b3b4d9a6be4a47a58410b2d4d0e56e05787ab24badab8cbc9075d61857e8d2f0bffedad33f18f8a356541d00f80a8597b5dedb995be8480d693d03226",
            "license": "Apache-2.0",
            "maven": {"groupId": "org.apache.commons", "artifactId": "commons-math3", "version": "3.6.1"},
        },
        "COMPILER": {
            "digest": "sha512:160ffaf61a2695f07dd317dccecc303729ed9d453d1f62f576dd5245ef8bacf07adc683051696d2e5fa28d288aa3fbc7482323e9048acf85438228326ae83028",
            "dependencies": ["COLLECTIONS", "TRUFFLE_COMPILER", "WORD"],
            "license": "GPLv2-CPE",
            "maven": {"groupId": "org.graalvm.compiler", "artifactId": "compiler", "version": "25.0.3"},
        },
        "ERROR_PRONE_ANNOTATIONS": {
            "digest": "sha512:e2eb4bf9f36f95a4d4c5ea344db5cd90a456e63bef8e52932b8f6f4ecfdd59cb2f6c2ce9e67b0070c82177e42885688b95afef591b16001f789b378f18afdf30",
            "license": "Apache-2.0",
            "maven": {"groupId": "com.google.errorprone", "artifactId": "error_prone_annotations", "version": "2.41.0"},
        },
        "FAILUREACCESS": {
            "digest": "sha512:72be228e7805da5623e42bf024ded7d9147023c66b22f4dbd04ac6898201af46ee82e1f92ea51eb0595f1b49151c4b8ecb862653d4906c17609c42544ee97abf",
            "license": "Apache-2.0",
            "maven": {"groupId": "com.google.guava", "artifactId": "failureaccess", "version": "1.0.3"},
        },
        "FORY_CORE": {
            "digest": "sha512:21b8f69d142f21cb9c994e3dab75d396c4c0c981b859d84300bd4e8ce285089a64a42f2015580285b7d0e16023f0e9e9b4a5b97ed527aa969453c5700a00cc4a",
            "license": "Apache-2.0",
            "maven": {"groupId": "org.apache.fory", "artifactId": "fory-core", "version": "0.15.0"},
        },
        "GSON": {
            "digest": "sha512:8974a052656d2e5ec968b6bac2edf51413ffc62040fdc65f14f00597e738ab544d22487f8579ba90618b5a7f94ef33773510fac67b408fee6ed274b38f3d9947",
            "dependencies": ["ERROR_PRONE_ANNOTATIONS"],
            "license": "Apache-2.0",
            "maven": {"groupId": "com.google.code.gson", "artifactId": "gson", "version": "2.13.2"},
        },
        "GUAVA": {
            "digest": "sha512:994a4dbcbd8e528ad3b4a7acf49b631a40dcebb03d9a8f5e1d3b74351f805f77774e9a19f7233e42036cb415b7838710f207ac1e18335e4a219b7f99ea22a44f",
            "dependencies": ["ERROR_PRONE_ANNOTATIONS", "FAILUREACCESS"],
            "license": "Apache-2.0",
            "maven": {"groupId": "com.google.guava", "artifactId": "guava", "version": "33.5.0-jre"},
        },
        "HDRHISTOGRAM": {
            "digest": "sha512:fb28f1bc3a3d4430474ea87a0833d56dc3d1303c98918122d93c630ebdb0d1323bbf8feb9ffdc7dddd1908105858e6959bdfdd3889ca5803cecde93a974ab6b7",
            "license": "CC0",
            "maven": {"groupId": "org.hdrhistogram", "artifactId": "HdrHistogram", "version": "2.2.2"},
        },
        "ICU4J": {
            "digest": "sha512:df7664c70fba071e90d7e3256c8ed2c9dc49b8c5512f13c39f30027cfa7eeb4c6bb9db2c397ae0f8919166e59db1542cf4450f7c64f5925e09f7332883d7c577",
            "dependencies": ["NATIVEIMAGE", "XZ"],
            "license": "ICU",
            "maven": {"groupId": "org.graalvm.shadowed", "artifactId": "icu4j", "version": "25.0.3"},
        },
        "JAVAPOET": {
            "digest": "sha512:7cb92cc78332c37d6d557ea308b8fa9e973c482fa080f521ffdf3342583d3013048ab613cc84185e117ba5fd8c420164f7b81e3ebd753dff8a12e0df98dd5da1",
            "license": "Apache-2.0",
            "maven": {"groupId": "com.squareup", "artifactId": "javapoet", "version": "1.13.0"},
        },
        "JMH_CORE": {
            "digest": "sha512:8e434cc89f7c8a3035e172675d9f914415039ad8dc403a9f4a306efbe3249c20da0343aa51ebf9e3b9f8ba6746e8544ac561fbcd62f29dbb163b7f10c96c1f34",
            "dependencies": ["COMMONS_MATH3", "JOPT_SIMPLE"],
            "license": "GPLv2-CPE",
            "maven": {"groupId": "org.openjdk.jmh", "artifactId": "jmh-core", "version": "1.37"},
        },
        "JMH_GENERATOR": {
            "digest": "sha512:0e828c394e02ea1c3472cb3b334f4e13f9e7c2e237dd2915d895b277afbd52573ffc824a3850b0808f190407c8644625ea7d06d77e567fd09607514b4d87f77a",
            "dependencies": ["JMH_CORE"],
            "license": "GPLv2-CPE",
            "maven": {"groupId": "org.openjdk.jmh", "artifactId": "jmh-generator-annprocess", "version": "1.37"},
        },
        "JNIUTILS": {
            "digest": "sha512:743a7ac34f658cff4840535a60a53825279ef40d3e4964848df802bcaad92aa22c2df2f9f6fdcb66cb3c76777bc303c7ce0b022ffcda08c0e7c4e93e55ee046d",
            "dependencies": ["COLLECTIONS", "NATIVEIMAGE"],
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.sdk", "artifactId": "jniutils", "version": "25.0.3"},
        },
        "JOL_CORE": {
            "digest": "sha512:cfe62202776c2660df7ade2abb92d206726fbf7c0d1d709c973e686cb7191fcd56921e39eb6938063c1d4230014521ff643ea6bfb3149bbc64cacec6dfaa8dd6",
            "license": "GPLv2-CPE",
            "maven": {"groupId": "org.openjdk.jol", "artifactId": "jol-core", "version": "0.17"},
        },
        "JOPT_SIMPLE": {
            "digest": "sha512:cbc27e0b6da6ae4b6245353d6626d2e3c171c3026a555fa21e8ef61b30714e286db85086d1a57c167016e8a7f07be2a243e34b3ab504b1877806f3bcec5df986",
            "license": "MIT",
            "maven": {"groupId": "net.sf.jopt-simple", "artifactId": "jopt-simple", "version": "5.0.4"},
        },
        "JSON": {
            "digest": "sha512:9c94497bc94ba1423d1023d5179ac0c5b92710800bacc8c5c55b3d8cf32609e6052f57a41942e4ac82d442195583cda9324a0abf2fc41ce14cf927d1dcf1d77a",
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.shadowed", "artifactId": "json", "version": "25.0.3"},
        },
        "JS_LANGUAGE": {
            "digest": "sha512:53a29eed8f6dba01743a8aa24eabba55835b7b5bbf7813fd0dc25eb200d9455b1b4ad8b2f563c7454165a9ece5f6ea7215bedee129f12d01b52843977564f89f",
            "dependencies": ["ICU4J", "POLYGLOT", "REGEX", "TRUFFLE_API"],
            "license": ["UPL", "MIT"],
            "maven": {"groupId": "org.graalvm.js", "artifactId": "js-language", "version": "25.0.3"},
        },
        "KRYO": {
            "digest": "sha512:0095bf5998f1b45c1e2dd25f22af11b619277d544cd9f4a3a355de7f118b5a9312d261c2f70e9b0691f3bec4212dea60dae191c3f1cab939ce7802472ef9f906",
            "dependencies": ["MINLOG", "OBJENESIS", "REFLECTASM"],
            "license": "BSD-new",
            "maven": {"groupId": "com.esotericsoftware", "artifactId": "kryo", "version": "5.6.2"},
        },
        "MINLOG": {
            "digest": "sha512:9a817f66222f9c612ef863b63ad7c1ccd38f2591d80ab9116e675ec52dfc5bba6989b3499c0c95afa42df762584cf0524dbc5a960b3c5dfb126068e446df0eeb",
            "license": "BSD-new",
            "maven": {"groupId": "com.esotericsoftware", "artifactId": "minlog", "version": "1.3.1"},
        },
        "NATIVEIMAGE": {
            "digest": "sha512:e79d084c28ec354ef180575d06eaeae1af7a0926adede2fe775c0769ff4b23ca4b6c43d3af3774317c3245e723cec17070b200eb2a4562e7a8d8714266e66382",
            "dependencies": ["WORD"],
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.sdk", "artifactId": "nativeimage", "version": "25.0.3"},
        },
        "OBJENESIS": {
            "digest": "sha512:951a01075a5462cc989b8d8fb1b7089848eb825ee4e563bab139f121f5f515fbb5cf2ac607a5528cbd3929e610910113346956a4448fa39bf41fd8147e5eac6f",
            "license": "Apache-2.0",
            "maven": {"groupId": "org.objenesis", "artifactId": "objenesis", "version": "3.4"},
        },
        "PICOCLI": {
            "digest": "sha512:125a8d5cf9dac7f2d67ac82e281d47aab4f15643b4dd5e09199dd5048e385fa74f7f287ebd1162c9f23c488e0d616f1e46591015fe5319c6ad796cc4beddfff6",
            "license": "Apache-2.0",
            "maven": {"groupId": "info.picocli", "artifactId": "picocli", "version": "4.7.7"},
        },
        "POLYGLOT": {
            "digest": "sha512:0657b3a2a10165ec58f238ff3e3e00c266378151b7bed6d2517be51ab8dbcba6aea6a2f70cb666e71f779c7d8ed54c70869bfeea91eea820abf419a47d854021",
            "dependencies": ["COLLECTIONS", "NATIVEIMAGE"],
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.polyglot", "artifactId": "polyglot", "version": "25.0.3"},
        },
        "PROFILER_TOOL": {
            "digest": "sha512:baeaf3d4037f535db8155f3768b93733344811db3cc50804eae8a099d115b0550685c3a1f9530891af1da0b0f85dd8dc5ca210ddcec6f3714b77bc010b08412f",
            "dependencies": ["JSON", "TRUFFLE_API"],
            "license": "GPLv2-CPE",
            "maven": {"groupId": "org.graalvm.tools", "artifactId": "profiler-tool", "version": "25.0.3"},
        },
        "PYTHON_LANGUAGE": {
            "digest": "sha512:bf08649653725dc61c9aeb32c52975bcd7092b1d4c2c24e90607b4a570c82054b75c0d97bd69e5b606032b43a6b7a405d41334409fcd3c7f603eae92ee0e144d",
            "dependencies": [
                "BCPKIX", "BCPROV", "BCUTIL", "COLLECTIONS", "ICU4J", "NATIVEIMAGE", "POLYGLOT", "PROFILER_TOOL",
                "REGEX", "TRUFFLE_API", "TRUFFLE_NFI", "TRUFFLE_NFI_LIBFFI", "TRUFFLE_NFI_PANAMA", "XZ",
            ],
            "license": ["UPL", "MIT", "PSF"],
            "maven": {"groupId": "org.graalvm.python", "artifactId": "python-language", "version": "25.0.3"},
        },
        "PYTHON_RESOURCES": {
            "digest": "sha512:d5b5dac0b7a17391a8a24c5d28aa152239c99b0c71c606c6b9a6960a95235dbd40dbd3ccf8be795133286d783996b856b83d0515dfd46c58854bb74a69b5a41d",
            "dependencies": ["TRUFFLE_API"],
            "license": ["UPL", "MIT", "PSF"],
            "maven": {"groupId": "org.graalvm.python", "artifactId": "python-resources", "version": "25.0.3"},
        },
        "REFLECTASM": {
            "digest": "sha512:c9386a11540853c965b5821771a0e99e97a5701c27e47c39b23c32fd9dd05af8231bf680541195625839eafb3471b835613a7cc734c616e571ef2f62aef84fc0",
            "license": "BSD-new",
            "maven": {"groupId": "com.esotericsoftware", "artifactId": "reflectasm", "version": "1.11.9"},
        },
        "REGEX": {
            "digest": "sha512:88da17b39fe2b749a1c4edd88f88b374bc54f784dc1554bb0ecea13fccc0fae63b325e3d4563d99397e1cafe1ee8a9489b45cc35e2ebd44dd139d15ec117a00e",
            "dependencies": ["ICU4J", "TRUFFLE_API"],
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.regex", "artifactId": "regex", "version": "25.0.3"},
        },
        "SLF4J_API": {
            "digest": "sha512:9a3e79db6666a6096a3021bb2e1d918f30f589d8de51d6b600f8ebd92515a510ae2d8f87919cc2dfa8365d64f10194cac8dfa0fb950160eef0e9da06f6caaeb9",
            "license": "MIT",
            "maven": {"groupId": "org.slf4j", "artifactId": "slf4j-api", "version": "2.0.17"},
        },
        "TRUFFLE_API": {
            "digest": "sha512:47eb3640c45df0b4d406ca17e2a75c4184147163e7ee9e40c6dafde078953ce50e18c6778c014887e997111d731a48a832684e313f930eec0e70a9ada3a8ea94",
            "dependencies": ["COLLECTIONS", "NATIVEIMAGE", "POLYGLOT"],
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.truffle", "artifactId": "truffle-api", "version": "25.0.3"},
        },
        "TRUFFLE_COMPILER": {
            "digest": "sha512:f38db5f3a3fabe19e600d4cd8f3bd050a033615d8120a2d3c11ad5d118bd5cc68e444c0f36fabecfe2d66aec3dfc7c471e9163cb29dc37c3dc3869e7836264f2",
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.truffle", "artifactId": "truffle-compiler", "version": "25.0.3"},
        },
        "TRUFFLE_DSL_PROCESSOR": {
            "digest": "sha512:5e463f625a79cd952e6889b64b8bd787a7ac606b5eb074866631f098ab5edd7194b8ca6745819cc0b2c71d363e95b47bc54ce972fd1976b935c7e1c3deac5233",
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.truffle", "artifactId": "truffle-dsl-processor", "version": "25.0.4"},
        },
        "TRUFFLE_NFI": {
            "digest": "sha512:ec3dbe6ffa41d62d6946202ada87b10203c37a79324df74b376a9afa1edfed0d95e9097ab0425b847d2bf0eef9fb1a3c79b0ec2449c67f1430e6a47357b0652b",
            "dependencies": ["TRUFFLE_API"],
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.truffle", "artifactId": "truffle-nfi", "version": "25.0.3"},
        },
        "TRUFFLE_NFI_LIBFFI": {
            "digest": "sha512:aa39a99d7a9e789cebd01a1300b39107803b1651159122ece1c7833969a96a42ae7cc707c59743ab7a0a71e329982c70a1ede906d2e4cb8d92d8bcdbd3cf43ae",
            "dependencies": ["TRUFFLE_NFI"],
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.truffle", "artifactId": "truffle-nfi-libffi", "version": "25.0.3"},
        },
        "TRUFFLE_NFI_PANAMA": {
            "digest": "sha512:5b7bcd4717df5213e3ad1bf6192c7c56c58eb936ef386201e5787fff464632cdfdf22d8e70a879fa2b99a68aa202f4d926b45d0fdbb3f6e0144d262394f9db41",
            "dependencies": ["TRUFFLE_NFI"],
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.truffle", "artifactId": "truffle-nfi-panama", "version": "25.0.3"},
        },
        "TRUFFLE_RUNTIME": {
            "digest": "sha512:c98dfc4b1969ea22222c79d9b6b7aeeba921bf1898582e2349ffb25c9ae2d089da68bc967b657d91916133a2c4add6e39b71be75e10a25625bb1302f78888ae2",
            "dependencies": ["JNIUTILS", "TRUFFLE_API", "TRUFFLE_COMPILER"],
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.truffle", "artifactId": "truffle-runtime", "version": "25.0.3"},
        },
        "WORD": {
            "digest": "sha512:88f35548b691d621d34fffe95d5ef8457149e2ed6abb06fbc0e06610d6f7e4c6eca237e6c1ba934e8b2db2c892e4f13d7b6461f0ade85ab7af3876284889df8b",
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.sdk", "artifactId": "word", "version": "25.0.3"},
        },
        "XZ": {
            "digest": "sha512:8d879aefc0b23aaa5abbc7d652a578f9ce1285add1a0e2821d2f808dd7e547720098839d16ac9f86035aa4de997f14331bb1a723e4652fdaf156bdde5a213b28",
            "license": "UPL",
            "maven": {"groupId": "org.graalvm.shadowed", "artifactId": "xz", "version": "25.0.3"},
        },
    },
}
